//! Tests of the list as a whole, and of its kernels against the specification.

mod asynchronous;
mod benchmark;
mod catalogue;
mod outside;
mod string;
