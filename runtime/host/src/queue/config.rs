//! The configuration string of a work queue: `s`, `mstd`, `mstd:N`, `mstd:N,M`.

use super::WorkQueue;
use super::single::SingleThreadedQueue;
use super::stealing::StealingQueue;
use crate::error::{Error, ErrorCode};
use std::collections::VecDeque;
use std::sync::Arc;

/// More threads than this are a typing error.
const MAX_THREADS: usize = 4096;

/// The default number of blocking threads.
const DEFAULT_BLOCKING_THREADS: usize = 256;

/// A queue by its configuration string: `s` is single-threaded; `mstd[:N[,M]]` has N threads
/// (default: one per processor) and M blocking threads (default 256).
///
/// # Errors
/// The string is invalid, or the threads cannot be started.
pub fn create(config: &str) -> Result<Arc<dyn WorkQueue>, Error> {
    match parse(config)? {
        Config::Single => Ok(Arc::new(SingleThreadedQueue::new(VecDeque::new()))),
        Config::Stealing { threads, blocking } => {
            let threads = threads.unwrap_or_else(|| {
                std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
            });
            Ok(Arc::new(StealingQueue::new(threads, blocking)?))
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Config {
    Single,
    Stealing { threads: Option<usize>, blocking: usize },
}

fn parse(config: &str) -> Result<Config, Error> {
    let refuse = |why: &str| {
        Error::new(ErrorCode::InvalidArgument, format!("work queue type '{config}': {why}"))
    };
    let (name, arguments) = match config.split_once(':') {
        Some((name, arguments)) => (name, Some(arguments)),
        None => (config, None),
    };
    let count = |text: &str| match text.parse::<usize>() {
        Ok(0) => Err(refuse("there must be at least one thread")),
        Ok(count) if count <= MAX_THREADS => Ok(count),
        Ok(_) => Err(refuse(&format!("at most {MAX_THREADS} threads"))),
        Err(_) => Err(refuse(&format!("'{text}' is not a number of threads"))),
    };
    match (name, arguments) {
        ("s", None) => Ok(Config::Single),
        ("s", Some(_)) => Err(refuse("a single-threaded queue takes no arguments")),
        ("mstd", None) => {
            Ok(Config::Stealing { threads: None, blocking: DEFAULT_BLOCKING_THREADS })
        }
        ("mstd", Some(arguments)) => {
            let (threads, blocking) = match arguments.split_once(',') {
                Some((threads, blocking)) => (count(threads)?, count(blocking)?),
                None => (count(arguments)?, DEFAULT_BLOCKING_THREADS),
            };
            Ok(Config::Stealing { threads: Some(threads), blocking })
        }
        _ => Err(refuse("expected 's' or 'mstd[:N[,M]]'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar() {
        let stealing = |threads, blocking| Config::Stealing { threads, blocking };
        assert_eq!(parse("s").unwrap(), Config::Single);
        assert_eq!(parse("mstd").unwrap(), stealing(None, 256));
        assert_eq!(parse("mstd:3").unwrap(), stealing(Some(3), 256));
        assert_eq!(parse("mstd:3,5").unwrap(), stealing(Some(3), 5));
        for bad in [
            "",
            "S",
            "s:",
            "s:1",
            "mstd:",
            "mstd:0",
            "mstd:1,0",
            "mstd:1,",
            "mstd:-1",
            "mstd:x",
            "mstd:1,2,3",
            "mstd:99999999999999999999",
            "mstd:5000",
            "tfrt",
            "s ",
            "mstd :1",
        ] {
            let error = parse(bad).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidArgument, "{bad}");
            assert!(error.message().contains(&format!("'{bad}'")), "{error}");
        }
    }
}
