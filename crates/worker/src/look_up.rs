//! Counts look-ups that may save work: the share of hits is a panel of the dashboard.

use telemetry::metric;

/// What was looked up, the label `cache` of the counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cache {
    /// The result of a research task, which may come from memory as a whole.
    Research,
    /// The reply of a model call that was paid before.
    Step,
    /// Fresh research about an entity.
    Freshness,
}

impl Cache {
    /// Counts one look-up of this process. Both counters exist from the first look-up on, so that their ratio has a
    /// value.
    pub fn count(self, is_hit: bool) {
        self.add(telemetry::service(), is_hit);
    }

    fn add(self, service: &'static str, is_hit: bool) {
        let cache = match self {
            Self::Research => "research",
            Self::Step => "step",
            Self::Freshness => "freshness",
        };
        let labels = [("service", service), ("cache", cache)];
        metrics::counter!(metric::CACHE_HITS, &labels).increment(u64::from(is_hit));
        metrics::counter!(metric::CACHE_MISSES, &labels).increment(u64::from(!is_hit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_and_misses_are_counted_and_both_exist_from_the_first_look_up_on() {
        telemetry::metric::install();
        Cache::Freshness.add("looking", false);
        let text = telemetry::metric::render();
        let has = |text: &str, line: &str| text.contains(&format!("auspex_cache_{line}"));
        assert!(has(&text, "hits_total{service=\"looking\",cache=\"freshness\"} 0"), "{text}");
        assert!(has(&text, "misses_total{service=\"looking\",cache=\"freshness\"} 1"), "{text}");
        Cache::Freshness.add("looking", true);
        let text = telemetry::metric::render();
        assert!(has(&text, "hits_total{service=\"looking\",cache=\"freshness\"} 1"), "{text}");
        assert!(has(&text, "misses_total{service=\"looking\",cache=\"freshness\"} 1"), "{text}");
    }
}
