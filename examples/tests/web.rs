//! The example `web` under load: many requests, deadlines, clients that go away.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test, which prints what it measures"
)]

#[expect(dead_code, reason = "its `main` is not called")]
#[path = "../examples/web.rs"]
mod web;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tfrt::live_count;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use web::{Backend, IMAGES, Service, Work, drawn, fetch, send};

const LONG: Duration = Duration::from_secs(60);

/// A service, where it is, and what it asks.
struct Started {
    at: SocketAddr,
    backend: Backend,
    model: Arc<Work>,
}

async fn started() -> Started {
    let backend = Backend::start().await.unwrap();
    let service = Service::new(backend.address).unwrap();
    let model = Arc::clone(&service.model);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, service.router()).await });
    Started { at, backend, model }
}

async fn eventually(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < LONG, "{what}");
        sleep(Duration::from_millis(1)).await;
    }
}

/// One test, because it counts the live values of the process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_deadlines_and_clients_that_go_away() {
    let Started { at, backend, model } = started().await;
    let before = live_count();
    requests(at).await;
    deadlines(&backend, at).await;
    clients_that_go_away(&backend, at).await;
    digits(at).await;
    digits_too_late(&model, at).await;
    digits_nobody_waits_for(&model, at).await;
    eventually("values are left", || live_count() == before).await;
}

/// Two thousand, fifty at a time.
async fn requests(service: SocketAddr) {
    let begin = Instant::now();
    let mut clients = JoinSet::new();
    for client in 0..50_u32 {
        clients.spawn(async move {
            for request in 0..40 {
                let question = (client + request) % 5;
                let path = format!("/answer/{question}/within/60000");
                let answer = fetch(service, &path, None).await.unwrap();
                assert_eq!(answer, (200, (question * 2).to_string()));
            }
        });
    }
    timeout(LONG, clients.join_all()).await.unwrap();
    println!("2000 requests: {:?}", begin.elapsed());
}

/// A kernel that takes ten times as long as its deadline allows.
async fn deadlines(backend: &Backend, service: SocketAddr) {
    const DEADLINE: Duration = Duration::from_millis(300);
    let mut beyond = Vec::new();
    for count in 1..=5 {
        let given_up = backend.questions.given_up.load(Ordering::SeqCst);
        let begin = Instant::now();
        let (status, body) = fetch(service, "/answer/3000/within/300", None).await.unwrap();
        let took = begin.elapsed();
        assert_eq!((status, body.as_str()), (504, "Deadline exceeded"), "{count}");
        assert!(took >= DEADLINE && took < DEADLINE * 10, "{took:?}: the kernel would still run");
        eventually("its question stays", || {
            backend.questions.given_up.load(Ordering::SeqCst) == given_up + 1
        })
        .await;
        assert!(
            begin.elapsed() < DEADLINE * 10,
            "the backend works no longer than the kernel waits"
        );
        beyond.push(took - DEADLINE);
    }
    beyond.sort();
    println!("answered after the deadline by {beyond:?}");
}

/// A thousand, a hundred at a time.
async fn clients_that_go_away(backend: &Backend, service: SocketAddr) {
    let given_up = backend.questions.given_up.load(Ordering::SeqCst);
    for round in 1..=10 {
        let mut clients = Vec::new();
        for _ in 0..100 {
            let mut client = TcpStream::connect(service).await.unwrap();
            send(&mut client, "/answer/600000/within/600000", None).await.unwrap();
            clients.push(client);
        }
        eventually("a hundred are asked", || backend.questions.open.load(Ordering::SeqCst) == 100)
            .await;
        drop(clients);
        eventually("a hundred are given up", || {
            backend.questions.given_up.load(Ordering::SeqCst) == given_up + 100 * round
        })
        .await;
        eventually("some are open", || backend.questions.open.load(Ordering::SeqCst) == 0).await;
    }
}

/// Ten images a request, ten requests at a time; and images that are none.
async fn digits(service: SocketAddr) {
    let begin = Instant::now();
    let mut clients = JoinSet::new();
    for _ in 0..10 {
        clients.spawn(async move {
            for _ in 0..20 {
                let answer = fetch(service, "/digits/within/60000", Some(&drawn())).await.unwrap();
                assert_eq!(answer, (200, "0 1 2 3 4 5 6 7 8 9".to_owned()));
            }
        });
    }
    timeout(LONG, clients.join_all()).await.unwrap();
    println!("2000 digits: {:?}", begin.elapsed());
    let (status, body) = fetch(service, "/digits/within/60000", Some(&[0; 785])).await.unwrap();
    assert_eq!(status, 400, "{body}");
}

/// More images than there is time for.
async fn digits_too_late(model: &Work, service: SocketAddr) {
    let given_up = model.given_up.load(Ordering::SeqCst);
    let many = drawn().repeat(IMAGES / 10);
    // On a busy machine, a deadline may pass before the model begins.
    for deadline in [20, 40, 80, 160] {
        let path = format!("/digits/within/{deadline}");
        let answer = fetch(service, &path, Some(&many)).await.unwrap();
        assert_eq!(answer, (504, "Deadline exceeded".to_owned()));
        eventually("the model continues", || model.open.load(Ordering::SeqCst) == 0).await;
        if model.given_up.load(Ordering::SeqCst) > given_up {
            return;
        }
    }
    panic!("the model was never given up");
}

/// As many as the service computes at a time.
async fn digits_nobody_waits_for(model: &Work, service: SocketAddr) {
    let given_up = model.given_up.load(Ordering::SeqCst);
    let many = drawn().repeat(IMAGES / 10);
    let mut clients = Vec::new();
    for _ in 0..2 {
        let mut client = TcpStream::connect(service).await.unwrap();
        send(&mut client, "/digits/within/600000", Some(&many)).await.unwrap();
        clients.push(client);
    }
    eventually("two are computed", || model.open.load(Ordering::SeqCst) == 2).await;
    drop(clients);
    eventually("the model continues", || model.open.load(Ordering::SeqCst) == 0).await;
    assert_eq!(model.given_up.load(Ordering::SeqCst), given_up + 2);
}
