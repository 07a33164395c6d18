//! Functions that are pinned to a Rust signature (`tfrt.signature`): the one that they have whatever
//! their bodies are, and what comes of calls of them.

use std::future::IntoFuture;
use tfrt::{Error, ErrorCode, Host, KernelType, Later, RequestContext, Shared, kernel};

/// A type that is no scalar.
#[derive(Debug)]
pub(crate) struct Page(i32);

impl KernelType for Page {
    const NAME: &'static str = "!my.page";
}

#[kernel("my.page", pure)]
fn page(number: i32) -> Page {
    Page(number)
}

#[kernel("my.fetch")]
async fn fetch(number: i32) -> Result<Page, Error> {
    if number < 0 { Err(Error::new(ErrorCode::NotFound, "no such page")) } else { Ok(Page(number)) }
}

tfrt::kernels! { WEB = [page, fetch, type Page = "!my.page"] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [WEB];

    func.func @ready(%x: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %one = tfrt.constant.i32 1
        %q, %r = tfrt.div.i32 %x, %one
        tfrt.return %q : i32
    }

    func.func @sum(%x: i32) -> i32 attributes {tfrt.signature = "fallible"} {
        %y = tfrt.add.i32 %x, %x
        tfrt.return %y : i32
    }
    func.func @half(%x: i32, %by: i32) -> i32 attributes {tfrt.signature = "fallible"} {
        %q, %r = tfrt.div.i32 %x, %by
        tfrt.return %q : i32
    }
    func.func @made(%x: i32) -> (!my.page, i32) attributes {tfrt.signature = "fallible"} {
        %p = "my.page"(%x) : (i32) -> !my.page
        tfrt.return %p, %x : !my.page, i32
    }

    func.func @cached(%x: i32) -> !my.page attributes {tfrt.signature = "later"} {
        %p = "my.page"(%x) : (i32) -> !my.page
        tfrt.return %p : !my.page
    }
    func.func @divided(%x: i32, %by: i32) -> (i32, !my.page) attributes {tfrt.signature = "later"} {
        %q, %r = tfrt.div.i32 %x, %by
        %p = "my.page"(%q) : (i32) -> !my.page
        tfrt.return %q, %p : i32, !my.page
    }
    func.func @fetched(%x: i32) -> (!my.page, i32) attributes {tfrt.signature = "later"} {
        %p = "my.fetch"(%x) : (i32) -> !my.page
        tfrt.return %p, %x : !my.page, i32
    }

    // Callers in the program have what the body gives.
    func.func @inside(%x: i32) -> i32 {
        %y = tfrt.call @sum(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
    func.func @nothing() attributes {tfrt.signature = "later"} {
        tfrt.return
    }
}

// The signatures: these do not compile if one is another.
const READY: fn(i32) -> i32 = graph::ready;
const SUM: fn(&RequestContext, i32) -> Result<i32, Error> = graph::sum;
const HALF: fn(&RequestContext, i32, i32) -> Result<i32, Error> = graph::half;
type Made = (Result<Shared<Page>, Error>, Result<i32, Error>);
const MADE: fn(&RequestContext, i32) -> Made = graph::made;
const CACHED: fn(&RequestContext, i32) -> Later<Shared<Page>> = graph::cached;
type Divided = (Later<i32>, Later<Shared<Page>>);
const DIVIDED: fn(&RequestContext, i32, i32) -> Divided = graph::divided;
type Fetched = (Later<Shared<Page>>, Later<i32>);
const FETCHED: fn(&RequestContext, i32) -> Fetched = graph::fetched;
const INSIDE: fn(i32) -> i32 = graph::inside;
const NOTHING: fn(&RequestContext) = graph::nothing;

fn run() -> (Host, RequestContext) {
    let host = Host::builder().threads(1).diagnostics(|_| {}).build().expect("the host starts");
    let request = host.context();
    (host, request)
}

#[test]
fn a_body_that_is_better_is_widened() {
    let (host, ctx) = run();
    assert_eq!(READY(7), 7);
    assert_eq!(SUM(&ctx, 7).unwrap(), 14);
    let (page, number) = MADE(&ctx, 3);
    assert_eq!((page.unwrap().0, number.unwrap()), (3, 3));
    assert_eq!(host.block_on(CACHED(&ctx, 5)).unwrap().0, 5);
    let (half, page) = DIVIDED(&ctx, 8, 2);
    assert_eq!(host.block_on(half).unwrap(), 4);
    assert_eq!(host.block_on(page).unwrap().0, 4);
    let (page, number) = FETCHED(&ctx, 9);
    assert_eq!(host.block_on(page).unwrap().0, 9);
    assert_eq!(host.block_on(number).unwrap(), 9);
    assert_eq!(INSIDE(4), 8);
    NOTHING(&ctx);
}

#[test]
fn errors_arrive_as_the_signature_says() {
    let (host, ctx) = run();
    assert_eq!(HALF(&ctx, 1, 0).unwrap_err().message(), "Divide by zero");
    let (half, page) = DIVIDED(&ctx, 1, 0);
    assert_eq!(host.block_on(half).unwrap_err().message(), "Divide by zero");
    assert_eq!(host.block_on(page).unwrap_err().message(), "Divide by zero");
    let (page, _) = FETCHED(&ctx, -1);
    assert_eq!(host.block_on(page).unwrap_err().code(), ErrorCode::NotFound);
}

#[test]
fn a_result_that_is_ready_is_a_future_all_the_same() {
    let (_host, ctx) = run();
    let mut cached = std::pin::pin!(CACHED(&ctx, 5).into_future());
    let waker = std::task::Waker::noop();
    let polled = cached.as_mut().poll(&mut std::task::Context::from_waker(waker));
    assert!(matches!(polled, std::task::Poll::Ready(Ok(page)) if page.0 == 5));
}

/// The paths that references show of types are those by which a crate names them.
#[test]
fn types_are_named_by_the_paths_of_users() {
    macro_rules! paths {
        ($($path:ty),* $(,)?) => {
            [$((stringify!($path), <$path as KernelType>::PATH)),*]
        };
    }
    let paths = paths![
        tfrt::Chain,
        tfrt::HostString,
        tfrt::Tensor,
        tfrt::kernels::device::DeviceRef,
        tfrt::kernels::number::Complex<f32>,
        tfrt::kernels::number::Complex<f64>,
        tfrt::kernels::number::bf16,
        tfrt::kernels::number::f16,
        tfrt::kernels::tensor_type::TensorType,
        tfrt::tensor::FixedRankShape<2>,
        tfrt::tensor::HostBuffer,
        tfrt::tensor::MutableTensor,
        tfrt::tensor::PartialTensorShape,
        tfrt::tensor::TensorShape,
    ];
    for (written, path) in paths {
        assert_eq!(path, Some(written));
    }
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::TENSOR).with(&WEB);
    for ty in catalogue.types() {
        let path = (ty.path)();
        assert!(!path.contains("::T") || path.contains("::Tensor"), "{path}");
        assert!(!path.starts_with("tfrt_"), "{path}");
    }
    let page = catalogue.ty("!my.page").map(|ty| (ty.path)());
    assert!(page.is_some_and(|path| path.ends_with("signatures::Page")), "{page:?}");
}
