//! State that outlives a kernel call: named resources of a run, typed data of a run, typed contexts
//! of a host. A resource is created once; requesting it as another type is an error.

use crate::error::{ErrorCode, KernelError};
use parking_lot::Mutex;
use std::any::{Any, TypeId, type_name};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// Named resources, each with its own type. Thread-safe.
///
/// ```
/// # use tfrt_host::context::Host;
/// let host = Host::builder().build()?;
/// let ctx = host.context();
/// let counter = ctx.resources().get_or_create("counter", || 7_i32)?;
/// assert_eq!(*counter, 7);
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
#[derive(Default)]
pub struct ResourceContext(Mutex<HashMap<String, Resource>>);

struct Resource {
    content: Arc<dyn Any + Send + Sync>,
    type_name: &'static str,
}

impl ResourceContext {
    /// The resource of that name, created by `make` if it does not exist. `make` runs under the
    /// context's lock, so it must not use the context itself.
    ///
    /// # Errors
    /// The resource exists with another type.
    pub fn get_or_create<T: Send + Sync + 'static>(
        &self,
        name: &str,
        make: impl FnOnce() -> T,
    ) -> Result<Arc<T>, KernelError> {
        let mut resources = self.0.lock();
        if let Some(resource) = resources.get(name) {
            return resource.downcast(name);
        }
        let made = Arc::new(make());
        let content: Arc<dyn Any + Send + Sync> = Arc::<T>::clone(&made);
        let resource = Resource { content, type_name: type_name::<T>() };
        resources.insert(name.to_owned(), resource);
        Ok(made)
    }

    /// The resource of that name, if it exists.
    ///
    /// # Errors
    /// The resource exists with another type.
    pub fn get<T: Send + Sync + 'static>(&self, name: &str) -> Result<Option<Arc<T>>, KernelError> {
        self.0.lock().get(name).map(|resource| resource.downcast(name)).transpose()
    }
}

impl Resource {
    fn downcast<T: Send + Sync + 'static>(&self, name: &str) -> Result<Arc<T>, KernelError> {
        Arc::clone(&self.content).downcast().map_err(|_| {
            let (found, expected) = (self.type_name, type_name::<T>());
            let message = format!("resource '{name}' is of type {found}, expected {expected}");
            KernelError::new(ErrorCode::InvalidArgument, message)
        })
    }
}

impl fmt::Debug for ResourceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.0.lock().keys().cloned().collect();
        names.sort_unstable();
        f.debug_tuple("ResourceContext").field(&names).finish()
    }
}

/// At most one value per type. Every run has such a map and it is mostly empty, so it is a tree,
/// which then allocates nothing. Thread-safe.
#[derive(Debug, Default)]
pub(super) struct TypedData(Mutex<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl TypedData {
    pub(super) fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut data = self.0.lock();
        let value = data.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        own_type(value)
    }

    pub(super) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.lock().get(&TypeId::of::<T>()).map(own_type)
    }

    /// The same values.
    pub(super) fn copy(&self) -> Self {
        Self(Mutex::new(self.0.lock().clone()))
    }

    /// Stores a value, replacing an earlier one of its type.
    pub(super) fn set<T: Send + Sync + 'static>(&self, value: T) {
        let earlier = self.0.lock().insert(TypeId::of::<T>(), Arc::new(value));
        // Outside the lock, because its destructor is user code.
        drop(earlier);
    }
}

fn own_type<T: Send + Sync + 'static>(value: &Arc<dyn Any + Send + Sync>) -> Arc<T> {
    Arc::clone(value).downcast().expect("a value is filed under its own type")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_made_once_and_keeps_its_type() {
        let resources = ResourceContext::default();
        assert_eq!(*resources.get_or_create("n", || 1u32).unwrap(), 1);
        assert_eq!(*resources.get_or_create("n", || 2u32).unwrap(), 1);
        let error = resources.get_or_create("n", || 2u64).unwrap_err();
        assert_eq!(error.message, "resource 'n' is of type u32, expected u64");
        assert_eq!(*resources.get::<u32>("n").unwrap().unwrap(), 1);
        assert_eq!(resources.get::<u32>("m").unwrap(), None);
        assert_eq!(resources.get::<u64>("n").unwrap_err().message, error.message);
        assert_eq!(format!("{resources:?}"), "ResourceContext([\"n\"])");
    }

    #[test]
    fn data_are_shared_by_type() {
        let data = TypedData::default();
        let first = data.get_or_default::<Mutex<u32>>();
        *first.lock() = 7;
        assert_eq!(*data.get_or_default::<Mutex<u32>>().lock(), 7);
        assert_eq!(*data.get_or_default::<Mutex<u64>>().lock(), 0);
        assert_eq!(data.get::<u8>(), None);
        data.set(1u8);
        data.set(2u8);
        assert_eq!(*data.get::<u8>().unwrap(), 2);
    }
}
