//! What a caller allows a file to ask for.

/// The greatest nesting that any limit allows, which is protobuf's own.
pub const MAX_NESTING: usize = 100;

/// Limits on what a file may contain. Independently of them, what is decoded takes at most 16 times
/// the size of the file and a mebibyte.
///
/// ```
/// use tfrt_onnx::{Graph, Limits, Model, Node, decode, encode};
///
/// let node = Node { op_type: "Relu", ..Default::default() };
/// let graph = Graph { node: vec![node; 3], ..Default::default() };
/// let file = encode(&Model { ir_version: 10, graph, ..Default::default() });
/// let limits = Limits { nodes: 2, ..Default::default() };
/// let error = decode(&file, &limits).unwrap_err();
/// assert_eq!(error.to_string(), "byte 22: graph.node[2]: there are more than 2 nodes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the file.
    pub file: usize,
    /// Levels of messages in each other, capped at [`MAX_NESTING`]. A graph in an attribute is three
    /// levels below the graph around it; a type in a type is two.
    pub nesting: usize,
    /// Nodes of all graphs and functions together, in the file and once the functions stand in place of
    /// the nodes that call them.
    pub nodes: usize,
    /// What can have a name of its own, of all graphs together: results of nodes, inputs, outputs
    /// and tensors.
    pub values: usize,
    /// Bytes of the elements of one tensor, and of all that are read from other files together.
    pub tensor_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            // The largest message of protobuf.
            file: 0x7FFF_FFFF,
            nesting: MAX_NESTING,
            nodes: 1_000_000,
            values: 4_000_000,
            tensor_bytes: 64 << 30,
        }
    }
}
