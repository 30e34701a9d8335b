//! The shapes of pages that are known so far, and how one is learnt.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use super::error::RenderError;
use super::personal::Parts;
use super::splice::Shape;

/// The most shapes. The pages have a dozen; what comes after is rendered.
const MAX_SHAPES: usize = 256;

/// The shapes by page and key. Cheap to ask.
#[derive(Debug, Default)]
pub(super) struct Shapes(RwLock<HashMap<String, Known>>);

#[derive(Debug, Clone)]
enum Known {
    /// A request is learning it.
    Begun,
    /// The page cannot be filled like a template.
    Unfit,
    Shape(Arc<Shape>),
}

impl Shapes {
    /// The HTML of a page if its shape is known.
    pub(super) fn fill(&self, name: &str, parts: &Parts) -> Option<String> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match known.get(&key(name, parts))? {
            Known::Shape(shape) => {
                let shape = Arc::clone(shape);
                drop(known);
                Some(shape.fill(parts.values()))
            }
            Known::Begun | Known::Unfit => None,
        }
    }

    /// Begins to learn a shape, unless another request does so or did.
    pub(super) fn begin(&self, name: &'static str, parts: &Parts) -> Option<Begun<'_>> {
        let (key, mut known) = (key(name, parts), self.write());
        if MAX_SHAPES <= known.len() || known.contains_key(&key) {
            return None;
        }
        known.insert(key.clone(), Known::Begun);
        let shapes = self;
        Some(Begun { shapes, name, key })
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<String, Known>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(name: &str, parts: &Parts) -> String {
    format!("{name} {}", parts.key())
}

/// A shape that is being learnt. Dropping it forgets that, so that another request tries again.
pub(super) struct Begun<'a> {
    shapes: &'a Shapes,
    name: &'static str,
    key: String,
}

impl Begun<'_> {
    /// Keeps the shape, if there is one: `html` is what the page rendered for these parts, `marked` for both sets of markers.
    pub(super) fn end(self, parts: &Parts, html: &str, marked: &[Result<String, RenderError>; 2]) {
        let shape = match marked {
            [Ok(first), Ok(second)] => Shape::of(parts, first, second),
            [Err(error), _] | [_, Err(error)] if error.is_overload() => return,
            _ => None,
        };
        let shape = shape.filter(|shape| shape.fill(parts.values()) == html);
        let result = shape.map_or(Known::Unfit, |shape| Known::Shape(Arc::new(shape)));
        if matches!(result, Known::Unfit) {
            let page = self.name;
            tracing::warn!(
                page,
                "A page cannot be filled like a template; it is rendered"
            );
        }
        self.shapes.write().insert(self.key.clone(), result);
    }
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        let mut known = self.shapes.write();
        if matches!(known.get(&self.key), Some(Known::Begun)) {
            known.remove(&self.key);
        }
    }
}
