// Functions that end in calls of themselves, which compiled engines run as loops.
func.func @down(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x : (i32, i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %one = tfrt.constant.i32 1
    %m = tfrt.add.i32 %n, %m1
    %y = tfrt.add.i32 %x, %one
    %z = tfrt.call @down(%m, %y) : (i32, i32) -> i32
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
// Without an end.
func.func @on(%n: i32, %x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %n
  %z = tfrt.call @on(%n, %y) : (i32, i32) -> i32
  tfrt.return %z : i32
}
// A kernel in each trip sees where the stack is.
func.func @end(%n: i32, %x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @here(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %y = "tail.here"(%x) : (i32) -> i32
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.cond %done @end @here (%m, %y) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
// Each trip is followed by a call that is no tail. Out of `@odd` all of these are at odd depths.
func.func @zigzag(%n: i32, %again: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %m, %again : (i32, i32) -> (i32) {
    %zero = tfrt.constant.i32 0
    tfrt.return %zero : i32
  } else {
    %zero = tfrt.constant.i32 0
    %one = tfrt.constant.i32 1
    %first = "tfrt.equal.i32"(%again, %zero) : (i32, i32) -> i1
    %s = tfrt.if %first, %m, %one, %zero : (i32, i32, i32) -> (i32) {
      %t = tfrt.call @zigzag(%m, %one) : (i32, i32) -> i32
      tfrt.return %t : i32
    } else {
      %u = tfrt.call @zigzag(%m, %zero) : (i32, i32) -> i32
      %t = tfrt.add.i32 %u, %one
      tfrt.return %t : i32
    }
    tfrt.return %s : i32
  }
  tfrt.return %r : i32
}
func.func @odd(%n: i32, %again: i32) -> i32 {
  %r = tfrt.call @zigzag(%n, %again) : (i32, i32) -> i32
  tfrt.return %r : i32
}
// The same with a kernel that no attempt takes, so small that not every call looks at the stack, and
// without an end.
func.func @stairs(%first: i1, %x: i32) -> i32 {
  %y = "tail.here"(%x) : (i32) -> i32
  %r = tfrt.if %first, %y : (i32) -> (i32) {
    %first = tfrt.constant.i1 false
    %t = tfrt.call @stairs(%first, %y) : (i1, i32) -> i32
    tfrt.return %t : i32
  } else {
    %first = tfrt.constant.i1 true
    %u = tfrt.call @stairs(%first, %y) : (i1, i32) -> i32
    %t = tfrt.add.i32 %u, %y
    tfrt.return %t : i32
  }
  tfrt.return %r : i32
}
func.func @stairs_at_odd(%n: i32, %x: i32) -> i32 {
  %first = tfrt.constant.i1 true
  %r = tfrt.call @stairs(%first, %x) : (i1, i32) -> i32
  tfrt.return %r : i32
}
func.func @stairs_at_even(%n: i32, %x: i32) -> i32 {
  %first = tfrt.constant.i1 false
  %r = tfrt.call @stairs(%first, %x) : (i1, i32) -> i32
  tfrt.return %r : i32
}
// So long that generated Rust puts what is before the last call apart.
func.func @long(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %v0 = tfrt.add.i32 %x, %n
  %v1 = tfrt.add.i32 %v0, %m1
  %v2 = tfrt.add.i32 %v1, %m1
  %v3 = tfrt.add.i32 %v2, %m1
  %v4 = tfrt.add.i32 %v3, %m1
  %v5 = tfrt.add.i32 %v4, %m1
  %v6 = tfrt.add.i32 %v5, %m1
  %v7 = tfrt.add.i32 %v6, %m1
  %v8 = tfrt.add.i32 %v7, %m1
  %v9 = tfrt.add.i32 %v8, %m1
  %v10 = tfrt.add.i32 %v9, %m1
  %v11 = tfrt.add.i32 %v10, %m1
  %v12 = tfrt.add.i32 %v11, %m1
  %v13 = tfrt.add.i32 %v12, %m1
  %v14 = tfrt.add.i32 %v13, %m1
  %v15 = tfrt.add.i32 %v14, %m1
  %v16 = tfrt.add.i32 %v15, %m1
  %v17 = tfrt.add.i32 %v16, %m1
  %v18 = tfrt.add.i32 %v17, %m1
  %v19 = tfrt.add.i32 %v18, %m1
  %v20 = tfrt.add.i32 %v19, %m1
  %v21 = tfrt.add.i32 %v20, %m1
  %v22 = tfrt.add.i32 %v21, %m1
  %v23 = tfrt.add.i32 %v22, %m1
  %v24 = tfrt.add.i32 %v23, %m1
  %v25 = tfrt.add.i32 %v24, %m1
  %v26 = tfrt.add.i32 %v25, %m1
  %v27 = tfrt.add.i32 %v26, %m1
  %v28 = tfrt.add.i32 %v27, %m1
  %v29 = tfrt.add.i32 %v28, %m1
  %v30 = tfrt.add.i32 %v29, %m1
  %v31 = tfrt.add.i32 %v30, %m1
  %v32 = tfrt.add.i32 %v31, %m1
  %v33 = tfrt.add.i32 %v32, %m1
  %v34 = tfrt.add.i32 %v33, %m1
  %v35 = tfrt.add.i32 %v34, %m1
  %v36 = tfrt.add.i32 %v35, %m1
  %v37 = tfrt.add.i32 %v36, %m1
  %v38 = tfrt.add.i32 %v37, %m1
  %v39 = tfrt.add.i32 %v38, %m1
  %v40 = tfrt.add.i32 %v39, %m1
  %v41 = tfrt.add.i32 %v40, %m1
  %v42 = tfrt.add.i32 %v41, %m1
  %v43 = tfrt.add.i32 %v42, %m1
  %v44 = tfrt.add.i32 %v43, %m1
  %v45 = tfrt.add.i32 %v44, %m1
  %v46 = tfrt.add.i32 %v45, %m1
  %v47 = tfrt.add.i32 %v46, %m1
  %v48 = tfrt.add.i32 %v47, %m1
  %v49 = tfrt.add.i32 %v48, %m1
  %v50 = tfrt.add.i32 %v49, %m1
  %v51 = tfrt.add.i32 %v50, %m1
  %v52 = tfrt.add.i32 %v51, %m1
  %v53 = tfrt.add.i32 %v52, %m1
  %v54 = tfrt.add.i32 %v53, %m1
  %v55 = tfrt.add.i32 %v54, %m1
  %v56 = tfrt.add.i32 %v55, %m1
  %v57 = tfrt.add.i32 %v56, %m1
  %v58 = tfrt.add.i32 %v57, %m1
  %v59 = tfrt.add.i32 %v58, %m1
  %v60 = tfrt.add.i32 %v59, %m1
  %v61 = tfrt.add.i32 %v60, %m1
  %v62 = tfrt.add.i32 %v61, %m1
  %v63 = tfrt.add.i32 %v62, %m1
  %v64 = tfrt.add.i32 %v63, %m1
  %v65 = tfrt.add.i32 %v64, %m1
  %v66 = tfrt.add.i32 %v65, %m1
  %v67 = tfrt.add.i32 %v66, %m1
  %v68 = tfrt.add.i32 %v67, %m1
  %v69 = tfrt.add.i32 %v68, %m1
  %v70 = tfrt.add.i32 %v69, %m1
  %v71 = tfrt.add.i32 %v70, %m1
  %v72 = tfrt.add.i32 %v71, %m1
  %v73 = tfrt.add.i32 %v72, %m1
  %v74 = tfrt.add.i32 %v73, %m1
  %v75 = tfrt.add.i32 %v74, %m1
  %v76 = tfrt.add.i32 %v75, %m1
  %v77 = tfrt.add.i32 %v76, %m1
  %v78 = tfrt.add.i32 %v77, %m1
  %v79 = tfrt.add.i32 %v78, %m1
  %v80 = tfrt.add.i32 %v79, %m1
  %v81 = tfrt.add.i32 %v80, %m1
  %v82 = tfrt.add.i32 %v81, %m1
  %v83 = tfrt.add.i32 %v82, %m1
  %v84 = tfrt.add.i32 %v83, %m1
  %v85 = tfrt.add.i32 %v84, %m1
  %v86 = tfrt.add.i32 %v85, %m1
  %v87 = tfrt.add.i32 %v86, %m1
  %v88 = tfrt.add.i32 %v87, %m1
  %v89 = tfrt.add.i32 %v88, %m1
  %v90 = tfrt.add.i32 %v89, %m1
  %v91 = tfrt.add.i32 %v90, %m1
  %v92 = tfrt.add.i32 %v91, %m1
  %v93 = tfrt.add.i32 %v92, %m1
  %v94 = tfrt.add.i32 %v93, %m1
  %v95 = tfrt.add.i32 %v94, %m1
  %v96 = tfrt.add.i32 %v95, %m1
  %v97 = tfrt.add.i32 %v96, %m1
  %v98 = tfrt.add.i32 %v97, %m1
  %v99 = tfrt.add.i32 %v98, %m1
  %v100 = tfrt.add.i32 %v99, %m1
  %v101 = tfrt.add.i32 %v100, %m1
  %v102 = tfrt.add.i32 %v101, %m1
  %v103 = tfrt.add.i32 %v102, %m1
  %v104 = tfrt.add.i32 %v103, %m1
  %v105 = tfrt.add.i32 %v104, %m1
  %v106 = tfrt.add.i32 %v105, %m1
  %v107 = tfrt.add.i32 %v106, %m1
  %v108 = tfrt.add.i32 %v107, %m1
  %v109 = tfrt.add.i32 %v108, %m1
  %v110 = tfrt.add.i32 %v109, %m1
  %v111 = tfrt.add.i32 %v110, %m1
  %v112 = tfrt.add.i32 %v111, %m1
  %v113 = tfrt.add.i32 %v112, %m1
  %v114 = tfrt.add.i32 %v113, %m1
  %v115 = tfrt.add.i32 %v114, %m1
  %v116 = tfrt.add.i32 %v115, %m1
  %v117 = tfrt.add.i32 %v116, %m1
  %v118 = tfrt.add.i32 %v117, %m1
  %v119 = tfrt.add.i32 %v118, %m1
  %v120 = tfrt.add.i32 %v119, %m1
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.cond %done @end @long (%m, %v120) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
