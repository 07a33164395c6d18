//! A web service on axum. Each HTTP request is a run with a deadline; its kernel asks a backend
//! over TCP. When the deadline passes, or the client goes away, the kernel's connection is closed.
//!
//! Usage: `web [ADDRESS]`, then `curl http://ADDRESS/answer/20/within/100`: a question that takes the
//! backend 20 ms, to be answered within 100 ms. Without an address it asks itself that, and ends.
#![expect(clippy::print_stdout, reason = "an example prints")]

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tfrt::{ErrorCode, Host, OwnedCtx, kernel};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;

/// Asks the backend of the run a question that takes it so many milliseconds.
#[kernel("web.ask")]
pub(crate) async fn ask(ctx: OwnedCtx, milliseconds: u32) -> Result<u32, io::Error> {
    let backend = ctx.as_ctx().request.data::<SocketAddr>();
    let backend = backend.ok_or(io::ErrorKind::NotConnected)?;
    let mut stream = TcpStream::connect(*backend).await?;
    stream.write_u32(milliseconds).await?;
    stream.read_u32().await
}

tfrt::kernels! { WEB = [ask] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [WEB];

    func.func @answer(%milliseconds: ui32) -> ui32 {
        %answer = "web.ask"(%milliseconds) : (ui32) -> ui32
        tfrt.return %answer : ui32
    }
}

/// What each request needs.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    host: Host,
    backend: SocketAddr,
}

impl Service {
    /// A service in the tokio runtime of the caller.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub(crate) fn new(backend: SocketAddr) -> Result<Self, tfrt::Error> {
        let host = Host::builder().threads(2).runtime(Handle::current()).build()?;
        Ok(Self { host, backend })
    }

    /// Its routes.
    pub(crate) fn router(self) -> Router {
        Router::new()
            .route("/answer/{milliseconds}/within/{deadline}", get(answer))
            .with_state(self)
    }
}

async fn answer(
    State(service): State<Service>,
    Path((milliseconds, deadline)): Path<(u32, u64)>,
) -> (StatusCode, String) {
    let run = service.host.context().with_data(service.backend);
    let run = run.with_deadline(Duration::from_millis(deadline));
    // axum drops this handler when the client goes away.
    let _guard = run.cancel_on_drop();
    match graph::answer(&run, milliseconds).await {
        Ok(answer) => (StatusCode::OK, answer.to_string()),
        Err(error) if error.code() == ErrorCode::DeadlineExceeded => {
            (StatusCode::GATEWAY_TIMEOUT, error.message().to_owned())
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
    }
}

/// A backend: answers twice the question, after as many milliseconds as it says.
#[derive(Debug)]
pub(crate) struct Backend {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Questions that it works on.
    pub(crate) open: Arc<AtomicUsize>,
    /// Requests whose clients went away.
    pub(crate) given_up: Arc<AtomicUsize>,
}

impl Backend {
    /// Starts one in the tokio runtime of the caller.
    ///
    /// # Errors
    /// The system refuses a socket.
    pub(crate) async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (open, given_up) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let backend = Self { address, open: Arc::clone(&open), given_up: Arc::clone(&given_up) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (open, given_up) = (Arc::clone(&open), Arc::clone(&given_up));
                tokio::spawn(async move {
                    open.fetch_add(1, Ordering::SeqCst);
                    if !matches!(reply(stream).await, Ok(true)) {
                        given_up.fetch_add(1, Ordering::SeqCst);
                    }
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Ok(backend)
    }
}

/// Answers a question; false if the client goes away before that.
async fn reply(mut stream: TcpStream) -> io::Result<bool> {
    let question = stream.read_u32().await?;
    let work = tokio::time::sleep(Duration::from_millis(question.into()));
    tokio::select! {
        () = work => {}
        _ = stream.read_u8() => return Ok(false),
    }
    stream.write_u32(question.wrapping_mul(2)).await?;
    Ok(true)
}

/// The status and the body of the answer to a request.
///
/// # Errors
/// There is no such service, or it does not speak HTTP.
pub(crate) async fn fetch(service: SocketAddr, path: &str) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(service).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {service}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let parts = text.split_once("\r\n\r\n").and_then(|(head, body)| {
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, body.to_owned()))
    });
    parts.ok_or_else(|| io::ErrorKind::InvalidData.into())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1);
    let backend = Backend::start().await?;
    let router = Service::new(backend.address)?.router();
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:0")).await?;
    let service = listener.local_addr()?;
    println!("serving http://{service}/answer/20/within/100");
    if address.is_some() {
        axum::serve(listener, router).await?;
        return Ok(());
    }
    tokio::spawn(async move { axum::serve(listener, router).await });
    for path in ["/answer/20/within/2000", "/answer/2000/within/20"] {
        let (status, body) = fetch(service, path).await?;
        println!("{path}: {status} {body}");
    }
    let [open, given_up] =
        [&backend.open, &backend.given_up].map(|count| count.load(Ordering::SeqCst));
    println!("the backend works on {open} questions, and has given up {given_up}");
    Ok(())
}
