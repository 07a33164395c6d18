//! A web service on axum. Each HTTP request is a run with a deadline. One kind waits: its kernel asks a
//! backend over TCP. The other computes: a trained model recognizes digits. When the deadline passes, or the
//! client goes away, the kernel's connection is closed, and the model computes no further.
//!
//! Usage: `web [ADDRESS]`, then `curl http://ADDRESS/answer/20/within/100`: a question that takes the
//! backend 20 ms, to be answered within 100 ms. Or `curl --data-binary @FILE http://ADDRESS/digits/within/100`,
//! a file with images of 28 rows of 28 pixels, a byte each from black to white. Without an address it asks
//! itself both, and ends.
#![expect(clippy::print_stdout, reason = "an example prints")]

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tfrt::{ErrorCode, Host, OwnedCtx, RequestContext, Tensor, kernel};
use tfrt_examples::drawn::{CLASSES, Chance, PIXELS, greatest};
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

tfrt::tfrt_graph! { mod net = "networks/digits.onnx"; }

/// Images in a request at most.
pub(crate) const IMAGES: usize = 20_000;

/// What each request needs.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    host: Host,
    backend: SocketAddr,
    /// Runs of the model.
    pub(crate) model: Arc<Work>,
}

/// Work of one kind.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// What is being worked on.
    pub(crate) open: AtomicUsize,
    /// What was not finished.
    pub(crate) given_up: AtomicUsize,
}

impl Work {
    fn begin(&self) {
        self.open.fetch_add(1, Ordering::SeqCst);
    }

    fn end(&self, finished: bool) {
        self.given_up.fetch_add(usize::from(!finished), Ordering::SeqCst);
        self.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Service {
    /// A service in the tokio runtime of the caller.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub(crate) fn new(backend: SocketAddr) -> Result<Self, tfrt::Error> {
        let host = Host::builder().threads(2).runtime(Handle::current()).build()?;
        Ok(Self { host, backend, model: Arc::default() })
    }

    /// Its routes.
    pub(crate) fn router(self) -> Router {
        Router::new()
            .route("/answer/{milliseconds}/within/{deadline}", get(answer))
            .route("/digits/within/{deadline}", post(digits))
            .layer(DefaultBodyLimit::max(IMAGES * PIXELS))
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
    reply(graph::answer(&run, milliseconds).await.map(|answer| answer.to_string()))
}

async fn digits(
    State(service): State<Service>,
    Path(deadline): Path<u64>,
    images: Bytes,
) -> (StatusCode, String) {
    let run = service.host.context().with_deadline(Duration::from_millis(deadline));
    let _guard = run.cancel_on_drop();
    // A model computes in the call: on a thread of the host, not on one of tokio's.
    let found = run.start(move |ctx| {
        service.model.begin();
        let found = recognize(ctx, &images);
        service.model.end(found.is_ok());
        found
    });
    reply(found.await.flatten())
}

/// The digits that images show.
fn recognize(ctx: &RequestContext, images: &[u8]) -> Result<String, tfrt::Error> {
    let pixels = images.iter().map(|&grey| f32::from(grey) / 255.0).collect();
    let images = Tensor::from_vec(&[images.len() / PIXELS, PIXELS], pixels)?;
    let chances = net::main(ctx, images)?;
    let rows = chances.elements::<f32>()?.chunks(CLASSES);
    let digits = rows.filter_map(greatest).map(|digit| digit.to_string());
    Ok(digits.collect::<Vec<_>>().join(" "))
}

/// What a client is told.
fn reply(answer: Result<String, tfrt::Error>) -> (StatusCode, String) {
    match answer {
        Ok(answer) => (StatusCode::OK, answer),
        Err(error) => {
            let status = match error.code() {
                ErrorCode::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
                ErrorCode::InvalidArgument => StatusCode::BAD_REQUEST,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            (status, error.message().to_owned())
        }
    }
}

/// A backend: answers twice the question, after as many milliseconds as it says.
#[derive(Debug)]
pub(crate) struct Backend {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Questions; it gives up those whose clients go away.
    pub(crate) questions: Arc<Work>,
}

impl Backend {
    /// Starts one in the tokio runtime of the caller.
    ///
    /// # Errors
    /// The system refuses a socket.
    pub(crate) async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let questions = Arc::<Work>::default();
        let backend = Self { address, questions: Arc::clone(&questions) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let questions = Arc::clone(&questions);
                tokio::spawn(async move {
                    questions.begin();
                    questions.end(matches!(reply_to(stream).await, Ok(true)));
                });
            }
        });
        Ok(backend)
    }
}

/// Answers a question; false if the client goes away before that.
async fn reply_to(mut stream: TcpStream) -> io::Result<bool> {
    let question = stream.read_u32().await?;
    let work = tokio::time::sleep(Duration::from_millis(question.into()));
    tokio::select! {
        () = work => {}
        _ = stream.read_u8() => return Ok(false),
    }
    stream.write_u32(question.wrapping_mul(2)).await?;
    Ok(true)
}

/// The status and the body of the answer to a request, which posts a body or has none.
///
/// # Errors
/// There is no such service, or it does not speak HTTP.
pub(crate) async fn fetch(
    service: SocketAddr,
    path: &str,
    body: Option<&[u8]>,
) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(service).await?;
    send(&mut stream, path, body).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let parts = text.split_once("\r\n\r\n").and_then(|(head, body)| {
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, body.to_owned()))
    });
    parts.ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Sends a request whose answer ends the connection.
///
/// # Errors
/// The service goes away.
pub(crate) async fn send(
    stream: &mut TcpStream,
    path: &str,
    body: Option<&[u8]>,
) -> io::Result<()> {
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: service\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await
}

/// Images of the ten digits, as a request has them.
pub(crate) fn drawn() -> Vec<u8> {
    let (pixels, _) = Chance::new(10).images(CLASSES);
    pixels.into_iter().map(|pixel| (pixel * 255.0) as u8).collect()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1);
    let backend = Backend::start().await?;
    let service = Service::new(backend.address)?;
    let model = Arc::clone(&service.model);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:0")).await?;
    let at = listener.local_addr()?;
    println!("serving http://{at}/answer/20/within/100 and http://{at}/digits/within/100");
    if address.is_some() {
        axum::serve(listener, service.router()).await?;
        return Ok(());
    }
    tokio::spawn(async move { axum::serve(listener, service.router()).await });
    let (ten, many) = (drawn(), drawn().repeat(IMAGES / CLASSES));
    for (path, body) in [
        ("/answer/20/within/2000", None),
        ("/answer/2000/within/20", None),
        ("/digits/within/2000", Some(&ten)),
        ("/digits/within/20", Some(&many)),
    ] {
        let (status, answer) = fetch(at, path, body.map(Vec::as_slice)).await?;
        println!("{path}: {status} {answer}");
    }
    for (who, work) in [("backend", &backend.questions), ("model", &model)] {
        let [open, given_up] = [&work.open, &work.given_up].map(|it| it.load(Ordering::SeqCst));
        println!("the {who} works on {open} requests, and has given up {given_up}");
    }
    Ok(())
}
