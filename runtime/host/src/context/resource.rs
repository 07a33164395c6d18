//! What kernels keep beyond a call: resources of a run by name, contexts of a host by type. A
//! resource is made once; who asks for it as another type gets an error.

use crate::error::{ErrorCode, KernelError};
use parking_lot::Mutex;
use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Resources by name, each of its own type. Thread-safe.
#[derive(Default)]
pub struct ResourceContext(Mutex<HashMap<String, Resource>>);

struct Resource {
    content: Arc<dyn Any + Send + Sync>,
    type_name: &'static str,
}

impl ResourceContext {
    /// The resource of that name, made by `make` if there is none. `make` runs while other users
    /// of the context wait, so it must not use the context itself.
    ///
    /// # Errors
    /// The resource is there and of another type.
    pub fn get_or_create<T: Send + Sync + 'static>(
        &self,
        name: &str,
        make: impl FnOnce() -> T,
    ) -> Result<Arc<T>, KernelError> {
        let mut resources = self.0.lock();
        if let Some(resource) = resources.get(name) {
            return Arc::clone(&resource.content).downcast().map_err(|_| KernelError {
                message: format!(
                    "resource '{name}' is of type {}, expected {}",
                    resource.type_name,
                    type_name::<T>()
                )
                .into(),
                code: ErrorCode::InvalidArgument,
            });
        }
        let made = Arc::new(make());
        let content: Arc<dyn Any + Send + Sync> = Arc::<T>::clone(&made);
        let resource = Resource { content, type_name: type_name::<T>() };
        resources.insert(name.to_owned(), resource);
        Ok(made)
    }
}

impl fmt::Debug for ResourceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.0.lock().keys().cloned().collect();
        names.sort_unstable();
        f.debug_tuple("ResourceContext").field(&names).finish()
    }
}

/// One value of each type. Thread-safe.
#[derive(Default)]
pub(super) struct SharedContexts(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl SharedContexts {
    pub(super) fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut contexts = self.0.lock();
        let context = contexts.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        Arc::clone(context).downcast().expect("a context is filed under its own type")
    }
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
        assert_eq!(format!("{resources:?}"), "ResourceContext([\"n\"])");
    }

    #[test]
    fn contexts_are_shared_by_type() {
        let contexts = SharedContexts::default();
        let first = contexts.get_or_default::<Mutex<u32>>();
        *first.lock() = 7;
        assert_eq!(*contexts.get_or_default::<Mutex<u32>>().lock(), 7);
        assert_eq!(*contexts.get_or_default::<Mutex<u64>>().lock(), 0);
    }
}
