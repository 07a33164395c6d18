//! The network of `recognize` on a CUDA device: first call by call, then as a graph, which is one call for a batch of
//! images. The products have the bits of the CPU. Without a card it runs on the driver of this project's tests:
//! `TFRT_CUDA_DRIVER=target/debug/libcuda_stand_in.so`, after `cargo build -p tfrt-cuda-stand-in`.
#![expect(clippy::print_stdout, reason = "an example prints")]

use tfrt::gpu::device_code::{DeviceCode, Operand, Transposed, Unary};
use tfrt::gpu::{Buffer, Context, Device, Graph, Stream};
use tfrt::tensor::DType;
use tfrt::{Host, KernelError, Model, Tensor};
use tfrt_examples::drawn::{CLASSES, Chance, PIXELS, greatest};
use tfrt_onnx::{Data, Limits};

const FILE: &[u8] = include_bytes!("../networks/digits.onnx");

/// Images that are recognized at once.
const BATCH: usize = 10;

/// Units of the hidden layer.
const HIDDEN: usize = 64;

/// The network, and the memory that it computes in.
struct Network {
    code: DeviceCode,
    weights: [Buffer; 4],
    images: Buffer,
    units: Buffer,
    chances: Buffer,
}

impl Network {
    /// Copies the weights of the file to the device.
    fn new(context: &Context, stream: &Stream) -> Result<Self, KernelError> {
        let model = tfrt_onnx::decode(FILE, &Limits::default())?;
        let weights = |name: &str| -> Result<Buffer, KernelError> {
            let mut all = model.graph.initializer.iter();
            let found =
                all.find(|tensor| tensor.name == name).ok_or("the file has no such weights")?;
            let elements = found.elements(&Limits::default())?;
            let Data::Bytes(bytes) = &elements.data else {
                return Err("they are elsewhere".into());
            };
            Ok(stream.upload(&bytes[..])?)
        };
        let allocator = context.allocator()?;
        let floats = |count: usize| allocator.allocate(stream, count * size_of::<f32>());
        Ok(Self {
            code: DeviceCode::new(context),
            weights: [weights("w1")?, weights("b1")?, weights("w2")?, weights("b2")?],
            images: floats(BATCH * PIXELS)?,
            units: floats(BATCH * HIDDEN)?,
            chances: floats(BATCH * CLASSES)?,
        })
    }

    /// Gives a stream what makes the chances of the images.
    fn run(&self, stream: &Stream) -> Result<(), KernelError> {
        const BY: [[i64; 2]; 3] = [
            [BATCH as i64, PIXELS as i64],
            [BATCH as i64, HIDDEN as i64],
            [BATCH as i64, CLASSES as i64],
        ];
        const WEIGHTS: [[i64; 2]; 2] = [[BY[0][1], BY[1][1]], [BY[1][1], BY[2][1]]];
        let [w1, b1, w2, b2] = &self.weights;
        let tensor = |buffer, shape| Operand::new(buffer, DType::F32, shape);
        let [images, units] = [tensor(&self.images, &BY[0])?, tensor(&self.units, &BY[1])?];
        let chances = tensor(&self.chances, &BY[2])?;
        let (code, as_they_are) = (&self.code, Transposed::default());

        code.matmul(stream, [images, tensor(w1, &WEIGHTS[0])?], as_they_are, units)?;
        code.bias_add(stream, units, tensor(b1, &WEIGHTS[0][1..])?, 1, units)?;
        code.unary(stream, Unary::Relu, units, units)?;
        code.matmul(stream, [units, tensor(w2, &WEIGHTS[1])?], as_they_are, chances)?;
        code.bias_add(stream, chances, tensor(b2, &WEIGHTS[1][1..])?, 1, chances)?;
        code.softmax(stream, false, chances, chances)
    }
}

/// What the CPU says of the same images.
fn on_cpu(images: &[f32]) -> Result<Vec<f32>, KernelError> {
    let ctx = Host::builder().build()?.context();
    let images = Tensor::from_vec(&[BATCH, PIXELS], images.to_vec())?;
    let outputs = Model::from_bytes(FILE)?.run(&ctx, &[("image", &images)])?;
    Ok(outputs["chances"].elements::<f32>()?.to_vec())
}

fn recognize() -> Result<(), KernelError> {
    let context = Device::open(0)?.context()?;
    let stream = context.stream()?;
    let network = Network::new(&context, &stream)?;
    // The first run loads the code, which a graph cannot hold.
    network.run(&stream)?;
    let graph = Graph::capture(&context, |stream| network.run(stream))?;

    // `digits` draws with another seed.
    let mut chance = Chance::new(2026);
    let (mut right, mut farthest) = (0, 0.0_f32);
    for _ in 0..2 {
        let (images, digits) = chance.images(BATCH);
        stream.copy(&network.images, &stream.upload(&images)?)?;
        network.run(&stream)?;
        let each = stream.download::<f32>(&network.chances)?.wait()?;
        stream.launch_graph(&graph)?;
        let chances: Vec<f32> = stream.download(&network.chances)?.wait()?; // or `.await`
        if each != chances {
            return Err("the graph computes something else".into());
        }
        for (found, digit) in chances.chunks(CLASSES).zip(digits) {
            right += usize::from(greatest(found) == Some(digit));
        }
        for (here, there) in chances.iter().zip(on_cpu(&images)?) {
            farthest = farthest.max((here - there).abs());
        }
    }
    println!(
        "{right} of {} digits are right; call by call and as a graph: the same bits",
        2 * BATCH
    );
    println!("the chances differ by at most {farthest:e} from those of the CPU");
    if right < 2 * BATCH - 1 || farthest > 1e-6 {
        return Err("it does not recognize them".into());
    }
    Ok(())
}

fn main() -> Result<(), tfrt::Error> {
    recognize().map_err(|error| tfrt::Error::new(error.code, error.to_string()))
}
