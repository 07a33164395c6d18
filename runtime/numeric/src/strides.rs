//! Elements that lie at regular distances: those of broadcast, transposed and sliced tensors.

/// The most dimensions.
const MAX: usize = 8;

/// Places of elements of `N` slices along some dimensions, row by row.
///
/// ```
/// use tfrt_numeric::Strides;
///
/// // A row that is repeated, and the rows of a matrix from the last on.
/// let places = Strides::new(&[3, 2], [&[0, 1], &[-2, 1]], [0, 4]);
/// assert_eq!(places.at(3), [1, 3]);
/// assert_eq!((0..6).map(|index| places.at(index)[1]).collect::<Vec<_>>(), [4, 5, 2, 3, 0, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Strides<const N: usize> {
    rank: usize,
    /// From the innermost dimension on. Neighbours that are one for every slice are joined.
    sizes: [usize; MAX],
    strides: [[isize; MAX]; N],
    starts: [usize; N],
}

impl<const N: usize> Strides<N> {
    /// The sizes, outermost first, and for each slice the distance between neighbours along each dimension
    /// and the place of the first element.
    ///
    /// # Panics
    /// There are more than 8 dimensions that are not of size 1, or other numbers of strides.
    #[must_use]
    pub fn new(sizes: &[usize], strides: [&[isize]; N], starts: [usize; N]) -> Self {
        let mut all = Self { rank: 0, sizes: [1; MAX], strides: [[0; MAX]; N], starts };
        assert!(
            strides.iter().all(|strides| strides.len() == sizes.len()),
            "a stride for each size"
        );
        for dimension in (0..sizes.len()).rev() {
            let size = sizes[dimension];
            if size == 1 {
                continue;
            }
            let outer = strides.map(|strides| strides[dimension]);
            let joins = all.rank > 0 && {
                let inner = all.rank - 1;
                let reach = isize::try_from(all.sizes[inner]).ok();
                (0..N).all(|slice| {
                    reach.and_then(|reach| all.strides[slice][inner].checked_mul(reach))
                        == Some(outer[slice])
                })
            };
            if joins {
                all.sizes[all.rank - 1] = all.sizes[all.rank - 1].saturating_mul(size);
                continue;
            }
            all.sizes[all.rank] = size;
            for (slice, outer) in outer.into_iter().enumerate() {
                all.strides[slice][all.rank] = outer;
            }
            all.rank += 1;
        }
        all
    }

    /// The places of the element of that index.
    #[must_use]
    pub fn at(&self, index: usize) -> [usize; N] {
        self.row(index).1
    }

    /// How many elements are in the innermost row from that index on, and the place of the first in each
    /// slice.
    pub(crate) fn row(&self, index: usize) -> (usize, [usize; N]) {
        let (mut rest, mut places) = (index, self.starts);
        for dimension in 0..self.rank {
            let size = self.sizes[dimension].max(1);
            let along = rest % size;
            rest /= size;
            for (place, strides) in places.iter_mut().zip(&self.strides) {
                // Every place is one of an element, wherever the ones on the way are.
                *place = place.wrapping_add_signed(strides[dimension].wrapping_mul(along as isize));
            }
        }
        let inner = self.sizes[0].max(1);
        (inner - index % inner, places)
    }

    /// The distance between neighbours of the innermost row, in each slice.
    pub(crate) fn steps(&self) -> [isize; N] {
        self.strides.map(|strides| strides[0])
    }
}
