//! Every row of the table in `dispatch`, on simulated schedules: what becomes of results, metadata, chain and
//! diagnostics.
//!
//! `TFRT_SEEDS` says how many schedules.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use tfrt_core_runtime::{
    Arguments, Attributes, DeviceOpHandler, MetadataCall, OpAttrs, OpHandler, OpHandlerRef,
    OpInvocation, OpList, Ops, ResultMetadata, TensorHandle, op,
};
use tfrt_host::context::{ExecCtx, Host, Site, SiteRef};
use tfrt_host::error::{Error, ErrorCode, KernelError, Location};
use tfrt_host::kernel::{Chain, Value, ValueState};
use tfrt_host::queue::{SimWorkQueue, Task};
use tfrt_host::value::AsyncRef;
use tfrt_tensor::{DType, DenseHostTensor, MutableTensor, TensorMetadata, TensorShape};

static SITE: Site = Site::new("test.op", Location::Unknown);

fn same(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
    match call.attributes.get::<bool>("refuse") {
        Some(true) => Err("refused".into()),
        _ => Ok(call.arguments[0].clone().into()),
    }
}

#[op("test.pure", pure, infer = same)]
fn pure(x: &DenseHostTensor, _y: &DenseHostTensor) -> DenseHostTensor {
    x.clone()
}

#[op("test.pure_without", pure)]
fn pure_without(x: &DenseHostTensor, _y: &DenseHostTensor) -> DenseHostTensor {
    x.clone()
}

#[op("test.effects", infer = same)]
fn effects(x: &DenseHostTensor, _y: &DenseHostTensor) -> (DenseHostTensor, Chain) {
    (x.clone(), Chain)
}

#[op("test.effects_without")]
fn effects_without(
    x: &DenseHostTensor,
    _y: &DenseHostTensor,
) -> (DenseHostTensor, AsyncRef<Chain>) {
    (x.clone(), AsyncRef::available(Chain))
}

static OPS: OpList = OpList::new(&[PURE, PURE_WITHOUT, EFFECTS, EFFECTS_WITHOUT]);

/// How something comes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Comes {
    There,
    Late,
    LateError,
    Error,
}

const WAYS: [Comes; 4] = [Comes::There, Comes::Late, Comes::LateError, Comes::Error];

impl Comes {
    fn late(self) -> bool {
        matches!(self, Self::Late | Self::LateError)
    }

    fn fails(self) -> bool {
        matches!(self, Self::LateError | Self::Error)
    }
}

/// One call.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The metadata of the first argument before its tensor; if not, they are those of the tensor.
    known: bool,
    tensors: [Comes; 2],
    chain: Option<Comes>,
    cancelled: bool,
    refused: bool,
    effects: bool,
    function: bool,
}

/// What the table says of a call.
#[derive(Debug, PartialEq)]
struct Said {
    /// The metadata when the call returns: there, an error with that message, or late.
    at_once: Option<Result<(), String>>,
    /// The metadata at last.
    metadata: Result<(), String>,
    result: Result<(), String>,
    chain: Option<Result<(), String>>,
    /// Whether the chain is there when the call returns.
    chain_at_once: bool,
    diagnostics: Vec<String>,
}

const FAULTS: [&str; 2] = ["first fault", "second fault"];
const CHAIN_FAULT: &str = "fault before";

impl Row {
    fn all() -> impl Iterator<Item = Self> {
        let chains = [None].into_iter().chain(WAYS.map(Some));
        let flags = |bits: u32| [0, 1, 2, 3, 4].map(|bit| bits >> bit & 1 == 1);
        WAYS.into_iter().flat_map(move |a| {
            let chains = chains.clone();
            WAYS.into_iter().flat_map(move |b| {
                chains.clone().flat_map(move |chain| {
                    (0..32).filter_map(move |bits| {
                        let [known, cancelled, refused, effects, function] = flags(bits);
                        let row = Self {
                            known,
                            tensors: [a, b],
                            chain,
                            cancelled,
                            refused,
                            effects,
                            function,
                        };
                        // An argument that is an error from the start has no metadata of its own.
                        (!known || a != Comes::Error).then_some(row)
                    })
                })
            })
        })
    }

    /// The table, read again.
    fn said(&self) -> Said {
        let fault = |message: &str| Err(message.to_owned());
        let first_error =
            (0..2).find(|&index| self.tensors[index].fails()).map(|index| FAULTS[index]);
        // Of the arguments' metadata. The second's are those of its tensor.
        let metadata_late = (self.tensors[0].late() && !self.known) || self.tensors[1].late();
        let metadata_error =
            (0..2).find(|&index| self.tensors[index].fails() && !(index == 0 && self.known));
        let chain_there = |comes: Comes| if comes.fails() { fault(CHAIN_FAULT) } else { Ok(()) };
        let old_chain = self.chain.map(chain_there);
        let chain_late = self.chain.is_some_and(Comes::late);
        let mut said = Said {
            at_once: None,
            metadata: Ok(()),
            result: Ok(()),
            chain: old_chain.clone(),
            chain_at_once: !chain_late,
            diagnostics: Vec::new(),
        };
        if self.function {
            let error = match metadata_error {
                Some(index) => Some(FAULTS[index].to_owned()),
                None if self.refused => {
                    said.diagnostics.push("refused".to_owned());
                    Some("refused".to_owned())
                }
                None => None,
            };
            if !metadata_late {
                said.at_once = Some(error.clone().map_or(Ok(()), Err));
            }
            if let Some(error) = error {
                said.metadata = Err(error.clone());
                said.result = Err(error.clone());
                let chain_given = self.chain.is_some();
                if !metadata_late && chain_given {
                    said.chain = Some(Err(error));
                    said.chain_at_once = true;
                } else if self.effects && chain_given {
                    said.chain = Some(Err(error));
                    said.chain_at_once = false;
                }
                return said;
            }
        }
        let waits = self.tensors.iter().any(|it| it.late()) || chain_late;
        let cancelled = self.cancelled.then_some("Cancelled");
        let chain_error = self.chain.filter(|it| it.fails()).map(|_| CHAIN_FAULT);
        let error = first_error.or(chain_error).or(cancelled);
        said.result = error.map_or(Ok(()), fault);
        if self.effects && self.chain.is_some() {
            said.chain = Some(said.result.clone());
            said.chain_at_once = !waits;
        }
        if !self.function {
            said.metadata = said.result.clone();
            said.at_once = (!waits).then(|| said.result.clone());
        }
        said
    }

    /// What happens, if late values come in an order of that seed.
    fn happens(&self, seed: u64) -> Said {
        let diagnostics = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&diagnostics);
        let queue = Arc::new(SimWorkQueue::new(seed));
        let host = Host::builder()
            .queue(queue)
            .diagnostics(move |it| kept.lock().unwrap().push(it.error.message().to_owned()))
            .build()
            .unwrap();
        let request = host.context();
        let device = host.devices().get("CPU:0").unwrap();
        let ops = Ops::new().with(&OPS);
        let handler = DeviceOpHandler::new("cpu", device, ops, OpHandlerRef::null());
        let mut late: Vec<Box<dyn FnOnce() + Send>> = Vec::new();
        let mut arguments = Arguments::new();
        for (index, comes) in self.tensors.into_iter().enumerate() {
            let error = move || Error::new(ErrorCode::Internal, FAULTS[index]);
            let tensor = match comes {
                Comes::There => AsyncRef::available(tensor()),
                Comes::Error => AsyncRef::from_error(error()),
                Comes::Late | Comes::LateError => {
                    let (promise, tensor) = AsyncRef::pending();
                    late.push(Box::new(move || {
                        promise.resolve(if comes.fails() {
                            Err(error())
                        } else {
                            Ok(self::tensor())
                        });
                    }));
                    tensor
                }
            };
            arguments.push(if index == 0 && self.known {
                TensorHandle::with_metadata(tensor, metadata())
            } else {
                TensorHandle::later(tensor)
            });
        }
        let error = || Error::new(ErrorCode::Internal, CHAIN_FAULT);
        let mut chain = self.chain.map(|comes| match comes {
            Comes::There => Value::new(Chain),
            Comes::Error => Value::Error(error()),
            Comes::Late | Comes::LateError => {
                let (promise, chain) = AsyncRef::pending();
                late.push(Box::new(move || {
                    promise.resolve(if comes.fails() { Err(error()) } else { Ok(Chain) });
                }));
                Value::Ref(chain.into_any())
            }
        });
        if self.cancelled {
            request.cancel();
        }
        let name = match (self.effects, self.function) {
            (false, true) => "test.pure",
            (false, false) => "test.pure_without",
            (true, true) => "test.effects",
            (true, false) => "test.effects_without",
        };
        let mut attributes = OpAttrs::new();
        attributes.set("refuse", self.refused);
        let results = handler.make_op(name).unwrap().call(OpInvocation {
            context: ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 },
            arguments,
            attributes: Attributes::Own(&attributes),
            results: 1,
            chain: chain.as_mut(),
        });
        let [handle] = &results[..] else { panic!("one result was asked for") };
        let known = |handle: &TensorHandle| {
            handle.metadata().map(|it| it.map(|it| assert_eq!(it, metadata())).map_err(message))
        };
        let at_once = known(handle);
        let chain_at_once = chain.as_ref().is_none_or(Value::is_available);
        late.into_iter().for_each(|resolve| host.queue().add_task(Task::new(resolve)));
        host.quiesce();
        let result = match handle.tensor().get() {
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(error.message().to_owned()),
            None => panic!("the result never came"),
        };
        let chain = chain.map(|chain| match chain.state() {
            ValueState::Ready => Ok(()),
            ValueState::Error(error) => Err(error.message().to_owned()),
            ValueState::Pending => panic!("the chain never came"),
        });
        let metadata = known(handle).expect("the metadata never came");
        let diagnostics = diagnostics.lock().unwrap().clone();
        Said { at_once, metadata, result, chain, chain_at_once, diagnostics }
    }
}

fn message(error: Error) -> String {
    error.message().to_owned()
}

fn tensor() -> MutableTensor {
    DenseHostTensor::from_vec(metadata().shape, vec![1_i32, 2]).unwrap().into()
}

fn metadata() -> TensorMetadata {
    TensorMetadata { dtype: DType::I32, shape: TensorShape::new(&[2]).unwrap() }
}

#[test]
fn every_row_of_the_table_holds_on_every_schedule() {
    let seeds = std::env::var("TFRT_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    let rows: Vec<Row> = Row::all().collect();
    assert_eq!(rows.len(), 16 * 5 * 32 - 4 * 5 * 16);
    for seed in 0..seeds.unwrap_or(if cfg!(debug_assertions) { 20 } else { 1_000 }) {
        for row in &rows {
            // Without something late there is one schedule.
            let late = row.tensors.iter().chain(&row.chain).any(|comes| comes.late());
            if seed == 0 || late {
                assert_eq!(row.happens(seed), row.said(), "seed {seed}: {row:?}");
            }
        }
    }
}
