//! The ops that the passes read: declared, without kernels.

use crate::names;
use tfrt_host::kernel::KernelList;
use tfrt_op::{
    Assembly, Group, InnerRegion, Layout, OpDef, OpTraits, Outcome, ParamDef, ParamKind, ResultDef,
};

/// The ops that the passes read, and those of `tfrt_gpu` that they write and that have no kernel.
pub const DECLARED: KernelList = KernelList::new(&[]).with_declared(OPS);

/// Constants, by which passes know sizes, and casts. Not among the others: where upstream programs are imported, they
/// become kernels.
pub const UPSTREAM: KernelList = KernelList::new(&[]).with_declared(&[ARITH_CONSTANT, CAST]);

/// By name.
const OPS: &[OpDef] = &[
    ASYNC_AWAIT,
    ASYNC_EXECUTE,
    ASYNC_YIELD,
    GPU_ALLOC,
    GPU_DEALLOC,
    GPU_FUNC,
    GPU_LAUNCH_FUNC,
    GPU_MEMCPY,
    GPU_MEMSET,
    GPU_MODULE,
    GPU_RETURN,
    GPU_WAIT,
    MEMREF_ALLOC,
    MEMREF_ALLOCA,
    MEMREF_DEALLOC,
    MEMREF_GET_GLOBAL,
    MEMREF_GLOBAL,
    MEMREF_LOAD,
    MEMREF_REINTERPRET_CAST,
    MEMREF_VIEW,
    BUILD_CONVOLUTION,
    BUILD_FUSED_CONVOLUTION,
    RUN_CONVOLUTION,
    RUN_FUSED_CONVOLUTION,
    STREAMIFY,
];

const TOKEN: &str = names::GPU_TOKEN;
const SIZES: &str = "operandSegmentSizes";
const INDEX: &str = "index";

/// The operands of an op with groups.
const OPERANDS: ParamDef = ParamDef::new("operands", ParamKind::Variadic, "");
/// Any attributes.
const ATTRIBUTES: ParamDef = ParamDef::new("attributes", ParamKind::Attributes, "");

/// An op without results.
const fn op(
    name: &'static str,
    doc: &'static str,
    params: &'static [ParamDef],
    layout: &'static Layout,
    assembly: &'static Assembly,
) -> OpDef {
    OpDef::new(name)
        .with_doc(doc)
        .with_params(params)
        .with_traits(OpTraits::new().layout(layout).assembly(assembly))
}

/// An op with results that it says itself.
const fn op_with_results(
    name: &'static str,
    doc: &'static str,
    params: &'static [ParamDef],
    layout: &'static Layout,
    assembly: &'static Assembly,
) -> OpDef {
    OpDef::new(name)
        .with_doc(doc)
        .with_params(params)
        .with_variadic_results(Outcome::Fallible, "")
        .with_traits(OpTraits::new().layout(layout).assembly(assembly))
}

const fn attribute(name: &'static str, ty: &'static str) -> ParamDef {
    // What an attribute is, passes ask.
    ParamDef::new(name, ParamKind::Attribute { index: 0 }, ty).optional()
}

const fn after() -> Group {
    Group::any("asyncDependencies", TOKEN)
}

const ARITH_CONSTANT: OpDef = op_with_results(
    names::ARITH_CONSTANT,
    "A constant.",
    &[attribute("value", "any"), ATTRIBUTES],
    &Layout::new().typed_by("value"),
    &Assembly::new("typed-attr($value) attr-dict"),
);

const ASYNC_AWAIT: OpDef = op_with_results(
    names::ASYNC_AWAIT,
    "Waits for a token, or for a value, which it gives.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[Group::one("operand", "")]),
    &Assembly::new("$operand attr-dict `:` content($operand)"),
);

const ASYNC_EXECUTE: OpDef = OpDef::new(names::ASYNC_EXECUTE)
    .with_doc("Runs a region after tokens and values; gives a token and what the region yields.")
    .with_params(&[OPERANDS, ATTRIBUTES])
    .with_results(&[ResultDef::new(names::ASYNC_TOKEN, Outcome::Later)])
    .with_variadic_results(Outcome::Later, "")
    .with_traits(
        OpTraits::new()
            .result_names(&["token", "bodyResults"])
            .layout(
                &Layout::new()
                    .groups(&[
                        Group::any("dependencies", names::ASYNC_TOKEN),
                        Group::any("bodyOperands", ""),
                    ])
                    .sizes(SIZES)
                    .region(InnerRegion::new()),
            )
            .assembly(
                const {
                    &Assembly::new(
                        "(`[` $dependencies^ `]`)? as($bodyOperands) arrow(more-results) \
                         attr-dict-with-keyword region",
                    )
                },
            ),
    );

const ASYNC_YIELD: OpDef = op(
    names::ASYNC_YIELD,
    "Ends the region of async.execute, with its values.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[Group::any("values", "")]),
    &Assembly::new("$values attr-dict (`:` type($values)^)?"),
);

const CAST: OpDef = OpDef::new(names::CAST)
    .with_doc("Values as values of other types, between two passes.")
    .with_params(&[ParamDef::new("inputs", ParamKind::Variadic, ""), ATTRIBUTES])
    .with_variadic_results(Outcome::Ready, "")
    .with_traits(OpTraits::new().assembly(
        const { &Assembly::new("$inputs (`:` type($inputs)^)? (`to` type(results)^)? attr-dict") },
    ));

const GPU_ALLOC: OpDef = OpDef::new(names::GPU_ALLOC)
    .with_doc("Allocates a memref on the device.")
    .with_params(&[OPERANDS, attribute("hostShared", "any"), ATTRIBUTES])
    .with_variadic_results(Outcome::Fallible, "")
    .with_traits(
        OpTraits::new()
            .result_names(&["memref", "asyncToken"])
            .layout(
                &Layout::new()
                    .groups(&[
                        after(),
                        Group::any("dynamicSizes", INDEX),
                        Group::any("symbolOperands", INDEX),
                    ])
                    .sizes(SIZES)
                    .token(TOKEN),
            )
            .assembly(
                const {
                    &Assembly::new(
                        "async (`[` $asyncDependencies^ `]`)? unit(host_shared, $hostShared) ` ` \
                         `(` $dynamicSizes `)` (`[` $symbolOperands^ `]`)? attr-dict `:` type(results)",
                    )
                },
            ),
    );

const GPU_DEALLOC: OpDef = op_with_results(
    names::GPU_DEALLOC,
    "Frees a memref of the device.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[after(), Group::one("memref", "")]).token(TOKEN),
    &Assembly::new("async (`[` $asyncDependencies^ `]`)? $memref attr-dict `:` type($memref)"),
);

const GPU_FUNC: OpDef = op(
    names::GPU_FUNC,
    "A function of device code.",
    &[
        attribute("sym_name", "string"),
        attribute("function_type", "any"),
        attribute("gpu.kernel", "any"),
        ATTRIBUTES,
    ],
    &Layout::new().region(InnerRegion::new().isolated()),
    &Assembly::new(
        "signature($sym_name, $function_type) unit(kernel, $gpu.kernel) attr-dict-with-keyword region",
    ),
);

const GPU_LAUNCH_FUNC: OpDef = op_with_results(
    names::GPU_LAUNCH_FUNC,
    "Runs a function of device code.",
    &[OPERANDS, attribute("kernel", "symbol"), ATTRIBUTES],
    &Layout::new()
        .groups(&[
            after(),
            Group::one("gridSizeX", INDEX),
            Group::one("gridSizeY", INDEX),
            Group::one("gridSizeZ", INDEX),
            Group::one("blockSizeX", INDEX),
            Group::one("blockSizeY", INDEX),
            Group::one("blockSizeZ", INDEX),
            Group::optional("dynamicSharedMemorySize", "i32"),
            Group::any("kernelOperands", ""),
        ])
        .sizes(SIZES)
        .token(TOKEN),
    &Assembly::new(
        "async (`[` $asyncDependencies^ `]`)? $kernel \
         `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` \
         `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` \
         (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? \
         (`args` `(` typed($kernelOperands)^ `)`)? attr-dict",
    ),
);

const GPU_MEMCPY: OpDef = op_with_results(
    names::GPU_MEMCPY,
    "Copies a memref to another.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[after(), Group::one("dst", ""), Group::one("src", "")]).token(TOKEN),
    &Assembly::new(
        "async (`[` $asyncDependencies^ `]`)? $dst `,` $src attr-dict `:` type($dst) `,` type($src)",
    ),
);

const GPU_MEMSET: OpDef = op_with_results(
    names::GPU_MEMSET,
    "Sets the elements of a memref to a value.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[after(), Group::one("dst", ""), Group::one("value", "")]).token(TOKEN),
    &Assembly::new(
        "async (`[` $asyncDependencies^ `]`)? $dst `,` $value attr-dict \
         `:` type($dst) `,` type($value)",
    ),
);

const GPU_MODULE: OpDef = op(
    names::GPU_MODULE,
    "Functions of device code, or what was made of them.",
    &[attribute("sym_name", "string"), ATTRIBUTES],
    &Layout::new().region(InnerRegion::new().isolated()).top_level(),
    &Assembly::new("symbol($sym_name) attr-dict-with-keyword region"),
);

const GPU_RETURN: OpDef = op(
    names::GPU_RETURN,
    "Ends a function of device code.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[Group::any("operands", "")]),
    &Assembly::new("$operands attr-dict (`:` type($operands)^)?"),
);

const GPU_WAIT: OpDef = op_with_results(
    names::GPU_WAIT,
    "Joins tokens; without `async` it waits for them.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[after()]).token(TOKEN),
    &Assembly::new("async (`[` $asyncDependencies^ `]`)? attr-dict"),
);

const MEMREF_ALLOC: OpDef =
    op_with_results(names::MEMREF_ALLOC, "Allocates a memref.", ALLOC_PARAMS, ALLOC, ALLOC_FORMAT);
const MEMREF_ALLOCA: OpDef = op_with_results(
    names::MEMREF_ALLOCA,
    "Allocates a memref on the stack.",
    ALLOC_PARAMS,
    ALLOC,
    ALLOC_FORMAT,
);

const ALLOC_PARAMS: &[ParamDef] = &[OPERANDS, ATTRIBUTES];
const ALLOC: &Layout = &Layout::new()
    .groups(&[Group::any("dynamicSizes", INDEX), Group::any("symbolOperands", INDEX)])
    .sizes(SIZES);
const ALLOC_FORMAT: &Assembly =
    &Assembly::new("`(` $dynamicSizes `)` (`[` $symbolOperands^ `]`)? attr-dict `:` type(results)");

const MEMREF_DEALLOC: OpDef = op(
    names::MEMREF_DEALLOC,
    "Frees a memref.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[Group::one("memref", "")]),
    &Assembly::new("$memref attr-dict `:` type($memref)"),
);

const MEMREF_GET_GLOBAL: OpDef = op_with_results(
    names::MEMREF_GET_GLOBAL,
    "The memref of that name.",
    &[attribute("name", "symbol"), ATTRIBUTES],
    &Layout::new(),
    &Assembly::new("$name attr-dict `:` type(results)"),
);

const MEMREF_GLOBAL: OpDef = op(
    names::MEMREF_GLOBAL,
    "A memref with a name, and what is in it.",
    &[
        attribute("sym_visibility", "string"),
        attribute("constant", "any"),
        attribute("sym_name", "string"),
        attribute("type", "any"),
        attribute("initial_value", "any"),
        ATTRIBUTES,
    ],
    &Layout::new().top_level(),
    &Assembly::new(
        "($sym_visibility^)? unit(constant, $constant) symbol($sym_name) `:` $type \
         (`=` initial($initial_value, $type)^)? attr-dict",
    ),
);

const MEMREF_LOAD: OpDef = op_with_results(
    names::MEMREF_LOAD,
    "An element of a memref.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[Group::one("memref", ""), Group::any("indices", INDEX)]),
    &Assembly::new("$memref `` `[` $indices `]` attr-dict `:` content($memref)"),
);

const MEMREF_REINTERPRET_CAST: OpDef = op_with_results(
    names::MEMREF_REINTERPRET_CAST,
    "A memref with another offset, other sizes and strides.",
    &[
        OPERANDS,
        attribute("static_offsets", "any"),
        attribute("static_sizes", "any"),
        attribute("static_strides", "any"),
        ATTRIBUTES,
    ],
    &Layout::new()
        .groups(&[
            Group::one("source", ""),
            Group::any("offsets", INDEX),
            Group::any("sizes", INDEX),
            Group::any("strides", INDEX),
        ])
        .sizes(SIZES),
    &Assembly::new(
        "$source `to` `offset` `` `:` dimensions($offsets, $static_offsets) `,` \
         `sizes` `` `:` dimensions($sizes, $static_sizes) `,` \
         `strides` `` `:` dimensions($strides, $static_strides) \
         attr-dict `:` type($source) `to` type(results)",
    ),
);

const MEMREF_VIEW: OpDef = op_with_results(
    names::MEMREF_VIEW,
    "A memref of bytes as one of another type, from a byte on.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new().groups(&[
        Group::one("source", ""),
        Group::one("byte_shift", INDEX),
        Group::any("sizes", INDEX),
    ]),
    &Assembly::new(
        "$source `` `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
    ),
);

/// An op of `tfrt_gpu` that has no kernel: the library's interface of graphs, which it is of, is not here.
const fn plan(
    name: &'static str,
    doc: &'static str,
    params: &'static [ParamDef],
    results: &'static [ResultDef],
    assembly: &'static Assembly,
) -> OpDef {
    OpDef::new(name)
        .with_doc(doc)
        .with_params(params)
        .with_results(results)
        .with_returns_result(true)
        .with_traits(OpTraits::new().assembly(assembly))
}

const fn operand(name: &'static str, ty: &'static str) -> ParamDef {
    ParamDef::new(name, ParamKind::Value, ty)
}

/// An attribute that must be there, the so-many-th by name.
const fn said(name: &'static str, index: usize, ty: &'static str) -> ParamDef {
    ParamDef::new(name, ParamKind::Attribute { index }, ty)
}

const BUILD_CONVOLUTION: OpDef = plan(
    "tfrt_gpu.dnn.build_convolution",
    "A plan of a convolution, for an engine of the library and its settings.",
    &[
        operand("handle", "!tfrt_gpu.dnn.handle"),
        said("backendType", 0, "i32"),
        said("convDimension", 1, "i32"),
        said("dilations", 2, "array of i64"),
        said("engineId", 3, "i64"),
        said("filterDimensions", 4, "array of i64"),
        said("filterStrides", 5, "array of i64"),
        said("inputDimensions", 6, "array of i64"),
        said("inputStrides", 7, "array of i64"),
        said("inputType", 8, "i32"),
        said("mode", 9, "i32"),
        said("outputDimensions", 10, "array of i64"),
        said("outputStrides", 11, "array of i64"),
        said("outputType", 12, "i32"),
        said("paddings", 13, "array of i64"),
        said("strides", 14, "array of i64"),
        said("tuningKnobIds", 15, "array of i64"),
        said("tuningKnobValues", 16, "array of i64"),
    ],
    &[ResultDef::new("!tfrt_gpu.dnn.convolution.plan", Outcome::Fallible)],
    &Assembly::new(
        "$handle `,` word($inputType, gpu_dnn_data_type) `,` word($outputType, gpu_dnn_data_type) `,` $inputDimensions `,` $inputStrides `,` $outputDimensions `,` $outputStrides `,` $filterDimensions `,` $filterStrides `,` word($mode, gpu_dnn_mode) `,` $convDimension `,` $dilations `,` $paddings `,` $strides `,` $backendType `,` $engineId `,` $tuningKnobIds `,` $tuningKnobValues attr-dict",
    ),
);

const BUILD_FUSED_CONVOLUTION: OpDef = plan(
    "tfrt_gpu.dnn.build_fused_convolution",
    "A plan of a convolution with a side input, a bias and an activation.",
    &[
        operand("handle", "!tfrt_gpu.dnn.handle"),
        said("activationMode", 0, "i32"),
        said("alpha", 1, "f64"),
        said("alpha2", 2, "f64"),
        said("backendType", 3, "i32"),
        said("biasDimensions", 4, "array of i64"),
        said("biasStrides", 5, "array of i64"),
        said("biasType", 6, "i32"),
        said("convDimension", 7, "i32"),
        said("dilations", 8, "array of i64"),
        said("engineId", 9, "i64"),
        said("filterDimensions", 10, "array of i64"),
        said("filterStrides", 11, "array of i64"),
        said("inputDimensions", 12, "array of i64"),
        said("inputStrides", 13, "array of i64"),
        said("inputType", 14, "i32"),
        said("mode", 15, "i32"),
        said("outputDimensions", 16, "array of i64"),
        said("outputStrides", 17, "array of i64"),
        said("outputType", 18, "i32"),
        said("paddings", 19, "array of i64"),
        said("strides", 20, "array of i64"),
        said("tuningKnobIds", 21, "array of i64"),
        said("tuningKnobValues", 22, "array of i64"),
    ],
    &[ResultDef::new("!tfrt_gpu.dnn.convolution.plan", Outcome::Fallible)],
    &Assembly::new(
        "$handle `,` word($inputType, gpu_dnn_data_type) `,` word($outputType, gpu_dnn_data_type) `,` word($biasType, gpu_dnn_data_type) `,` $inputDimensions `,` $inputStrides `,` $outputDimensions `,` $outputStrides `,` $filterDimensions `,` $filterStrides `,` $biasDimensions `,` $biasStrides `,` word($mode, gpu_dnn_mode) `,` $convDimension `,` $dilations `,` $paddings `,` $strides `,` $alpha `,` $alpha2 `,` word($activationMode, gpu_dnn_activation) `,` $backendType `,` $engineId `,` $tuningKnobIds `,` $tuningKnobValues attr-dict",
    ),
);

const RUN_CONVOLUTION: OpDef = plan(
    "tfrt_gpu.dnn.run_convolution",
    "Runs a plan, in the order of the stream.",
    &[
        operand("handle", "!tfrt_gpu.dnn.handle"),
        operand("stream", "!tfrt_gpu.stream"),
        operand("plan", "!tfrt_gpu.dnn.convolution.plan"),
        operand("input", "!tfrt_gpu.buffer"),
        operand("output", "!tfrt_gpu.buffer"),
        operand("filter", "!tfrt_gpu.buffer"),
        operand("workspace", "!tfrt_gpu.buffer"),
        operand("chain", "!tfrt.chain"),
    ],
    &[ResultDef::new(names::CHAIN, Outcome::Fallible)],
    Assembly::OPERANDS,
);

const RUN_FUSED_CONVOLUTION: OpDef = plan(
    "tfrt_gpu.dnn.run_fused_convolution",
    "Runs a plan of a fused convolution, in the order of the stream.",
    &[
        operand("handle", "!tfrt_gpu.dnn.handle"),
        operand("stream", "!tfrt_gpu.stream"),
        operand("plan", "!tfrt_gpu.dnn.convolution.plan"),
        operand("input", "!tfrt_gpu.buffer"),
        operand("output", "!tfrt_gpu.buffer"),
        operand("filter", "!tfrt_gpu.buffer"),
        operand("side_input", "!tfrt_gpu.buffer"),
        operand("bias", "!tfrt_gpu.buffer"),
        operand("workspace", "!tfrt_gpu.buffer"),
        operand("chain", "!tfrt.chain"),
    ],
    &[ResultDef::new(names::CHAIN, Outcome::Fallible)],
    Assembly::OPERANDS,
);

const STREAMIFY: OpDef = op_with_results(
    names::STREAMIFY,
    "Work on a stream: a region with a chain and a stream, which gives the chain and values.",
    &[OPERANDS, ATTRIBUTES],
    &Layout::new()
        .groups(&[after()])
        .token(TOKEN)
        .region(InnerRegion::new().returns().check(check_streamify)),
    &Assembly::new(
        "async (`[` $asyncDependencies^ `]`)? attr-dict-with-keyword region (`:` type(results)^)?",
    ),
);

fn check_streamify(
    arguments: &[&str],
    returned: Option<&[&str]>,
    results: &[&str],
) -> Option<&'static str> {
    if arguments != [names::CHAIN, names::STREAM] {
        return Some("takes a region with a !tfrt.chain and a !tfrt_gpu.stream");
    }
    match returned {
        Some([names::CHAIN, values @ ..]) if values == results => None,
        Some([names::CHAIN, ..]) => Some("trailing return types don't match result types"),
        Some(_) => Some("first return operand type is not a !tfrt.chain"),
        None => Some("takes a region of one block that ends with a tfrt.return"),
    }
}
