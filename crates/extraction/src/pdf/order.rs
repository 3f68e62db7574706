//! Reading order of a page's segments. Producers mostly write pages in reading order and know columns,
//! boxes and captions that geometry can only guess, so their order is kept unless it is erratic.

use super::line::Segment;

/// Minimum number of steps for a judgement.
const MIN_STEPS: usize = 8;
/// Share of steps upwards over text of the same column from which a page was not written in reading order.
const DISORDER: f64 = 0.2;

/// Returns the segments in reading order.
pub(super) fn reading(segments: Vec<Segment>) -> Vec<Segment> {
    if in_order(&segments) { segments } else { cut::sorted(segments) }
}

fn in_order(segments: &[Segment]) -> bool {
    let steps = segments.windows(2).filter(|pair| pair[0].turn == pair[1].turn).count();
    let wrong = segments.windows(2).filter(|pair| goes_wrong(&pair[0], &pair[1])).count();
    steps < MIN_STEPS || (wrong as f64) < DISORDER * steps as f64
}

/// Returns `true` for a step to a line above in the same column, or back on the same line.
fn goes_wrong(before: &Segment, after: &Segment) -> bool {
    if before.turn != after.turn {
        return false;
    }
    if before.beside(after) {
        return after.to < before.from;
    }
    after.base > before.base && before.from < after.to && after.from < before.to
}

mod cut {
    //! Recursive cuts along white space: into columns at a vertical gap, otherwise into parts above and below.

    use super::Segment;

    /// Minimum width of a column gap relative to the em.
    const GUTTER: f64 = 1.0;
    /// Maximum depth of cuts; real pages are not nested deeper.
    const MAX_DEPTH: usize = 40;

    /// Sorts from scratch, each writing direction separately, upright text first.
    pub(super) fn sorted(mut segments: Vec<Segment>) -> Vec<Segment> {
        segments.sort_by_key(|segment| segment.turn);
        let mut ordered = Vec::with_capacity(segments.len());
        while let Some(first) = segments.first() {
            let turn = first.turn;
            let rest = segments.partition_point(|segment| segment.turn == turn);
            let group: Vec<Segment> = segments.drain(..rest).collect();
            cut(group, 0, &mut ordered);
        }
        ordered
    }

    fn cut(mut group: Vec<Segment>, depth: usize, ordered: &mut Vec<Segment>) {
        if group.len() < 2 || depth > MAX_DEPTH {
            return ordered.extend(by_lines(group));
        }
        let size = mean_size(&group);
        if let Some(at) = gap(&mut group, |s| (s.from, s.to), GUTTER * size) {
            let right = group.split_off(at);
            cut(group, depth + 1, ordered);
            return cut(right, depth + 1, ordered);
        }
        // Horizontal cuts start at the widest gap, so that a heading over two columns is separated before they are.
        if let Some(at) = widest(&mut group, size) {
            let below = group.split_off(at);
            cut(group, depth + 1, ordered);
            return cut(below, depth + 1, ordered);
        }
        ordered.extend(by_lines(group));
    }

    fn mean_size(group: &[Segment]) -> f64 {
        group.iter().map(|segment| segment.size).sum::<f64>() / group.len() as f64
    }

    /// Sorts by the start of the segments and returns the first gap that no segment crosses.
    fn gap(group: &mut [Segment], extent: fn(&Segment) -> (f64, f64), least: f64) -> Option<usize> {
        group.sort_by(|a, b| extent(a).0.total_cmp(&extent(b).0));
        let mut reach = f64::NEG_INFINITY;
        for (at, segment) in group.iter().enumerate() {
            let (from, to) = extent(segment);
            if at > 0 && from - reach > least {
                return Some(at);
            }
            reach = reach.max(to);
        }
        None
    }

    fn widest(group: &mut [Segment], size: f64) -> Option<usize> {
        group.sort_by(|a, b| b.base.total_cmp(&a.base));
        let (mut best, mut floor) = ((0.2 * size, None), f64::INFINITY);
        for (at, segment) in group.iter().enumerate() {
            let gap = floor - (segment.base + segment.size);
            if at > 0 && gap > best.0 {
                best = (gap, Some(at));
            }
            floor = floor.min(segment.base);
        }
        best.1
    }

    /// Orders top to bottom, on one line from left to right.
    fn by_lines(mut group: Vec<Segment>) -> Vec<Segment> {
        group.sort_by(|a, b| b.base.total_cmp(&a.base));
        let mut start = 0;
        while start < group.len() {
            let count = group[start..].iter().take_while(|other| group[start].beside(other)).count().max(1);
            group[start..start + count].sort_by(|a, b| a.from.total_cmp(&b.from));
            start += count;
        }
        group
    }
}
