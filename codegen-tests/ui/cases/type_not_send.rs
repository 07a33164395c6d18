//! Values go from thread to thread.

use std::rc::Rc;

pub struct Local(pub Rc<i32>);

impl tfrt::KernelType for Local {
    const NAME: &'static str = "!my.local";
}

fn main() {}
