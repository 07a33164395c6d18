//! The tables of `dispatch`, read again: the calls that there are, and what becomes of each.

use std::sync::Arc;
use tfrt_core_runtime::{
    DeviceOpHandler, MetadataCall, OpHandlerRef, OpList, Ops, ResultMetadata, TensorHandle, op,
};
use tfrt_host::context::HostHandle;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel::{Chain, KernelType};
use tfrt_host::value::AsyncRef;
use tfrt_tensor::{DType, DenseHostTensor, MutableTensor, TensorMetadata, TensorShape};

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
pub(crate) enum Comes {
    There,
    Late,
    LateError,
    Error,
}

pub(crate) const WAYS: [Comes; 4] = [Comes::There, Comes::Late, Comes::LateError, Comes::Error];

impl Comes {
    pub(crate) fn late(self) -> bool {
        matches!(self, Self::Late | Self::LateError)
    }

    pub(crate) fn fails(self) -> bool {
        matches!(self, Self::LateError | Self::Error)
    }
}

/// One call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The metadata of the first argument before its tensor; if not, they are those of the tensor.
    pub(crate) known: bool,
    pub(crate) tensors: [Comes; 2],
    pub(crate) chain: Option<Comes>,
    pub(crate) cancelled: bool,
    pub(crate) refused: bool,
    pub(crate) effects: bool,
    pub(crate) function: bool,
}

/// What the table says of a call.
#[derive(Debug, PartialEq)]
pub(crate) struct Said {
    /// The metadata when the call returns: there, an error with that message, or late.
    pub(crate) at_once: Option<Result<(), String>>,
    /// The metadata at last.
    pub(crate) metadata: Result<(), String>,
    pub(crate) result: Result<(), String>,
    pub(crate) chain: Option<Result<(), String>>,
    /// Whether the chain is there when the call returns.
    pub(crate) chain_at_once: bool,
    pub(crate) diagnostics: Vec<String>,
}

pub(crate) const FAULTS: [&str; 2] = ["first fault", "second fault"];
pub(crate) const CHAIN_FAULT: &str = "fault before";

impl Row {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
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
    pub(crate) fn said(&self) -> Said {
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

    /// The op of the call.
    pub(crate) fn op(&self) -> &'static str {
        match (self.effects, self.function) {
            (false, true) => "test.pure",
            (false, false) => "test.pure_without",
            (true, true) => "test.effects",
            (true, false) => "test.effects_without",
        }
    }

    /// What the call is given.
    pub(crate) fn given(&self) -> Inputs {
        let mut late: Vec<Box<dyn FnOnce() + Send>> = Vec::new();
        let [first, second] =
            [0, 1].map(|index| self.tensors[index].made(FAULTS[index], tensor, &mut late));
        let first = match self.known {
            true => TensorHandle::with_metadata(first, metadata()),
            false => TensorHandle::later(first),
        };
        let chain = self.chain.map(|comes| comes.made(CHAIN_FAULT, || Chain, &mut late));
        Inputs { arguments: [first, TensorHandle::later(second)], chain, late }
    }
}

/// What a call is given.
pub(crate) struct Inputs {
    pub(crate) arguments: [TensorHandle; 2],
    pub(crate) chain: Option<AsyncRef<Chain>>,
    /// What makes each come that is late.
    pub(crate) late: Vec<Box<dyn FnOnce() + Send>>,
}

impl Comes {
    /// A value that comes so: an error with that message, or what is made.
    fn made<T: KernelType>(
        self,
        fault: &'static str,
        make: fn() -> T,
        late: &mut Vec<Box<dyn FnOnce() + Send>>,
    ) -> AsyncRef<T> {
        let error = move || Error::new(ErrorCode::Internal, fault);
        match self {
            Self::There => AsyncRef::available(make()),
            Self::Error => AsyncRef::from_error(error()),
            Self::Late | Self::LateError => {
                let (promise, value) = AsyncRef::pending();
                late.push(Box::new(move || {
                    promise.resolve(if self.fails() { Err(error()) } else { Ok(make()) });
                }));
                value
            }
        }
    }
}

fn tensor() -> MutableTensor {
    DenseHostTensor::from_vec(metadata().shape, vec![1_i32, 2]).expect("two elements").into()
}

/// Those of every tensor.
pub(crate) fn metadata() -> TensorMetadata {
    TensorMetadata { dtype: DType::I32, shape: TensorShape::new(&[2]).expect("a small shape") }
}

/// The handler of the ops.
pub(crate) fn handler(host: &HostHandle) -> OpHandlerRef {
    let device = host.devices().get("CPU:0").expect("the host is one");
    let ops = Ops::new().with(&OPS);
    OpHandlerRef(Arc::new(DeviceOpHandler::new("cpu", device, ops, OpHandlerRef::null())))
}

/// How many schedules there are for each row that has several: as `TFRT_SEEDS` says.
fn seeds(unoptimised: u64) -> u64 {
    let seeds = std::env::var("TFRT_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    seeds.unwrap_or(if cfg!(debug_assertions) { unoptimised } else { 1_000 })
}

/// Does something with each row and each of its schedules.
pub(crate) fn each(unoptimised: u64, check: impl Fn(&Row, u64)) {
    let rows: Vec<Row> = Row::all().collect();
    assert_eq!(rows.len(), 16 * 5 * 32 - 4 * 5 * 16);
    for seed in 0..seeds(unoptimised) {
        for row in &rows {
            // Without something late there is one schedule.
            let late = row.tensors.iter().chain(&row.chain).any(|comes| comes.late());
            if seed == 0 || late {
                check(row, seed);
            }
        }
    }
}
