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
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tfrt::live_count;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use web::{Backend, Service, fetch};

const LONG: Duration = Duration::from_secs(60);

async fn started() -> (Backend, SocketAddr) {
    let backend = Backend::start().await.unwrap();
    let router = Service::new(backend.address).unwrap().router();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let service = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (backend, service)
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
    let (backend, service) = started().await;
    let before = live_count();
    requests(service).await;
    deadlines(&backend, service).await;
    clients_that_go_away(&backend, service).await;
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
                let answer = fetch(service, &path).await.unwrap();
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
        let given_up = backend.given_up.load(Ordering::SeqCst);
        let begin = Instant::now();
        let (status, body) = fetch(service, "/answer/3000/within/300").await.unwrap();
        let took = begin.elapsed();
        assert_eq!((status, body.as_str()), (504, "Deadline exceeded"), "{count}");
        assert!(took >= DEADLINE && took < DEADLINE * 10, "{took:?}: the kernel would still run");
        eventually("its question stays", || {
            backend.given_up.load(Ordering::SeqCst) == given_up + 1
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
    let given_up = backend.given_up.load(Ordering::SeqCst);
    for round in 1..=10 {
        let mut clients = Vec::new();
        for _ in 0..100 {
            let mut client = TcpStream::connect(service).await.unwrap();
            let request = b"GET /answer/600000/within/600000 HTTP/1.1\r\nhost: service\r\n\r\n";
            client.write_all(request).await.unwrap();
            clients.push(client);
        }
        eventually("a hundred are asked", || backend.open.load(Ordering::SeqCst) == 100).await;
        drop(clients);
        eventually("a hundred are given up", || {
            backend.given_up.load(Ordering::SeqCst) == given_up + 100 * round
        })
        .await;
        eventually("some are open", || backend.open.load(Ordering::SeqCst) == 0).await;
    }
}
