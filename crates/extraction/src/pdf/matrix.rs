//! Affine transformations: the six numbers of a PDF transformation matrix (ISO 32000-2, 8.3.3).

/// `[a b c d e f]`: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [f64; 6]);

impl Matrix {
    /// The identity transformation.
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Returns a translation.
    pub(super) const fn translate(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Returns quarter turns clockwise, as requested by a page's `/Rotate`.
    pub(super) const fn turned(quarters: u8) -> Self {
        match quarters % 4 {
            1 => Self([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]),
            2 => Self([-1.0, 0.0, 0.0, -1.0, 0.0, 0.0]),
            3 => Self([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
            _ => Self::IDENTITY,
        }
    }

    /// Applies `self` first, then `next`.
    pub(super) fn then(&self, next: &Self) -> Self {
        let ([a, b, c, d, e, f], [na, nb, nc, nd, ne, nf]) = (self.0, next.0);
        Self([
            a * na + b * nc,
            a * nb + b * nd,
            c * na + d * nc,
            c * nb + d * nd,
            e * na + f * nc + ne,
            e * nb + f * nd + nf,
        ])
    }

    /// Transforms a point.
    pub(super) fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Returns `true` if all six numbers are finite; a hostile file can multiply up to infinity.
    pub(super) fn is_sane(&self) -> bool {
        self.0.iter().all(|number| number.is_finite() && number.abs() < 1e9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transformations_apply_in_order() {
        let double = Matrix([2.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
        let moved = Matrix::translate(3.0, 4.0);
        assert_eq!(moved.then(&double).apply(1.0, 1.0), (8.0, 10.0));
        assert_eq!(double.then(&moved).apply(1.0, 1.0), (5.0, 6.0));
    }

    #[test]
    fn a_page_turned_clockwise_sends_its_upward_text_to_the_right() {
        assert_eq!(Matrix::turned(1).apply(0.0, 1.0), (1.0, 0.0));
        assert_eq!(Matrix::turned(2).apply(1.0, 0.0), (-1.0, 0.0));
        assert_eq!(Matrix::turned(3).apply(1.0, 0.0), (0.0, 1.0));
    }
}
