//! Interprets a page's content stream: the operators that show and position text. Other operators are ignored.

mod inline;
mod marked;
mod operands;
mod vertical;

use std::borrow::Cow;
use std::rc::Rc;

use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{Dict, Object, Stream};
use hayro_syntax::page::{Page, Resources};

use super::budget::Budget;
use super::cover::{self, Area, Extent};
use super::font::{Fonts, Shown};
use super::glyph::{Glyph, Ink};
use super::matrix::Matrix;
use super::rules::{Paint, Rules};
use super::sight::{self, Layers, Sight};
use super::state::{Pen, State};
use marked::Marked;
use operands::Operands;

/// Maximum nesting of forms; a form that shows itself would never end.
const MAX_FORMS: usize = 12;
/// Maximum number of saved graphics states; real pages use fewer than a dozen.
const MAX_SAVED: usize = 256;

/// Reads the glyphs of one page.
pub(super) struct Content<'a, 'r> {
    pub(super) fonts: &'r mut Fonts<'a>,
    pub(super) budget: &'r mut Budget,
    pub(super) glyphs: Vec<Glyph>,
    state: State<'a>,
    saved: Vec<State<'a>>,
    pen: Pen,
    marked: Marked,
    rules: Rules,
    sight: Sight,
    extent: Extent,
    /// The path that is drawn becomes the clip when it ends.
    clips: bool,
    /// Layers that are off; a form over the page has none.
    layers: Option<&'r Layers>,
    depth: usize,
}

impl<'a, 'r> Content<'a, 'r> {
    /// Returns the page's glyphs in the order in which it shows them.
    pub(super) fn glyphs(
        page: &Page<'a>,
        fonts: &'r mut Fonts<'a>,
        budget: &'r mut Budget,
        layers: &'r Layers,
    ) -> Vec<Glyph> {
        let upright = super::upright(page);
        let mut content =
            Self { sight: Sight::of(page, &upright), layers: Some(layers), ..Self::at(upright, fonts, budget) };
        if let Some(bytes) = page.page_stream() {
            content.run(bytes, page.resources());
        }
        content.settled()
    }

    /// Returns the glyphs of a form that a viewer shows over the page.
    pub(super) fn of_form(mut self, bytes: &[u8], resources: &Resources<'a>) -> Vec<Glyph> {
        self.run(bytes, resources);
        self.settled()
    }

    fn settled(mut self) -> Vec<Glyph> {
        self.sight.without_unseen(&mut self.glyphs, |comparisons| self.budget.compare(comparisons));
        vertical::settle(&mut self.glyphs);
        self.rules.without_struck(&mut self.glyphs, |comparisons| self.budget.compare(comparisons));
        self.glyphs
    }

    /// Begins a content stream whose space `place` transforms to the displayed page.
    pub(super) fn at(place: Matrix, fonts: &'r mut Fonts<'a>, budget: &'r mut Budget) -> Self {
        Self {
            fonts,
            budget,
            glyphs: Vec::new(),
            state: State::new(place),
            saved: Vec::new(),
            pen: Pen::HOME,
            marked: Marked::default(),
            rules: Rules::default(),
            sight: Sight::default(),
            extent: Extent::default(),
            clips: false,
            layers: None,
            depth: 0,
        }
    }

    fn run(&mut self, bytes: &[u8], resources: &Resources<'a>) {
        let bytes = inline::without_images(bytes);
        if matches!(bytes, Cow::Owned(_)) {
            self.sight.cover();
        }
        let mut instructions = UntypedIter::new(&bytes);
        while let Some(instruction) = instructions.next() {
            if !self.budget.instruction() {
                return;
            }
            let operator = instruction.operator;
            let operands = Operands(instruction);
            self.obey(operator, &operands, resources);
        }
    }

    fn obey(&mut self, operator: &[u8], operands: &Operands<'_, '_>, resources: &Resources<'a>) {
        match operator {
            b"Tj" | b"TJ" | b"'" | b"\"" => self.show(operator, operands),
            b"Td" | b"TD" | b"T*" | b"Tm" | b"BT" => self.place(operator, operands),
            b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Ts" | b"Tr" => self.set(operator, operands),
            b"g" | b"rg" | b"k" | b"cs" | b"sc" | b"scn" => self.colour(operator, operands),
            b"sh" => self.sight.cover(),
            b"Tf" => self.choose_font(operands, resources),
            b"gs" => self.external_state(operands, resources),
            b"q" if self.saved.len() < MAX_SAVED => self.saved.push(self.state.clone()),
            b"Q" => self.state = self.saved.pop().unwrap_or_else(|| self.state.clone()),
            b"cm" => self.transform(operands),
            b"Do" => self.form(operands, resources),
            b"BMC" => self.marked.begin(None, false, self.glyphs.len()),
            b"BDC" => {
                // One byte is for the look-up: a text that is too long is not decoded again and again.
                let actual = self.budget.spell(1).then(|| operands.actual_text(resources)).flatten();
                let actual = actual.filter(|text| self.budget.spell(text.len()));
                let is_off = self.is_off(|| operands.layer(resources));
                self.marked.begin(actual, is_off, self.glyphs.len());
            }
            b"EMC" => self.marked.end(&mut self.glyphs),
            b"w" => self.state.line_width = operands.numbers::<1>().map_or(1.0, |[width]| width),
            _ => self.draw(operator, operands),
        }
    }

    /// Returns `true` for a layer that is off. Each look-up counts as comparisons with its members.
    fn is_off(&mut self, layer: impl FnOnce() -> Option<Dict<'a>>) -> bool {
        let Some(layers) = self.layers.filter(|layers| !layers.all_are_on()) else { return false };
        self.budget.compare(sight::MAX_MEMBERS) && layer().is_some_and(|layer| layers.is_off(&layer))
    }

    /// Follows the lines of a path (ISO 32000-2, 8.5).
    fn draw(&mut self, operator: &[u8], operands: &Operands<'_, '_>) {
        let place = self.state.page;
        let point = || operands.numbers::<2>().map(|[x, y]| place.apply(x, y));
        let stroke = || {
            let [_, b, _, d, ..] = place.0;
            Some(Paint::Stroke(self.state.line_width * b.hypot(d)))
        };
        match operator {
            b"m" => point().into_iter().for_each(|at| self.rules.begin(at)),
            // The last point of a curve is enough: a curve is not flat.
            b"l" | b"v" | b"y" => point().into_iter().for_each(|to| self.rules.extend(to)),
            b"c" => {
                for [x, y] in operands.numbers::<6>().iter().flat_map(|points| points.as_chunks::<2>().0) {
                    self.rules.extend(place.apply(*x, *y));
                }
            }
            b"re" => operands.numbers::<4>().into_iter().for_each(|sides| self.rules.rectangle(sides, &place)),
            b"W" | b"W*" => self.clips = true,
            b"S" | b"s" => {
                let paint = stroke();
                self.end_path(paint);
            }
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" => {
                let visibility = self.state.visibility;
                if !(visibility.is_white || visibility.is_transparent || self.marked.is_off()) {
                    self.rules.corners().for_each(|[low, high]| self.sight.paint(low, high));
                }
                if visibility.covers() && !self.marked.is_off() {
                    self.cover();
                }
                self.end_path(Some(Paint::Fill));
            }
            b"n" => self.end_path(None),
            _ => {}
        }
    }

    /// Hides the letters below the rectangle that the path is.
    fn cover(&mut self) {
        let clipped = |area: Area| self.state.clip.map_or(area, |clip| cover::common(&clip, &area));
        let Some(area) = self.rules.rectangle_alone().map(clipped).filter(|area| self.extent.meets(area)) else {
            return;
        };
        if self.budget.compare(self.glyphs.len()) {
            cover::hide(&mut self.glyphs, &area);
        }
    }

    /// Ends a path. As a clip that is no rectangle it leaves nothing that is certain.
    fn end_path(&mut self, paint: Option<Paint>) {
        if std::mem::take(&mut self.clips) {
            let area = self.rules.rectangle_alone().unwrap_or_default();
            self.state.clip = Some(self.state.clip.map_or(area, |clip| cover::common(&clip, &area)));
        }
        self.rules.paint(paint);
    }

    fn show(&mut self, operator: &[u8], operands: &Operands<'_, '_>) {
        if operator == b"\"" {
            let [word, character] = operands.numbers::<2>().unwrap_or_default();
            (self.state.word_spacing, self.state.character_spacing) = (word, character);
        }
        if matches!(operator, b"'" | b"\"") {
            self.pen.next_line(0.0, -self.state.leading);
        }
        match operands.last() {
            Some(Object::String(text)) => self.show_text(text.as_bytes()),
            Some(Object::Array(items)) => {
                for item in items.iter::<Object<'_>>() {
                    match item {
                        Object::String(text) => self.show_text(text.as_bytes()),
                        Object::Number(back) => self.kern(back.as_f64()),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Moves back by a number in a shown array, in thousandths of the em (ISO 32000-2, 9.4.3).
    fn kern(&mut self, back: f64) {
        let distance = -back / 1000.0 * self.state.size;
        if self.state.face.as_ref().is_some_and(|face| face.vertical) {
            self.pen.advance(0.0, distance);
        } else {
            self.pen.advance(distance * self.state.stretch, 0.0);
        }
    }

    fn show_text(&mut self, bytes: &[u8]) {
        let Some(face) = self.state.face.clone() else { return };
        face.decode(bytes, |shown| self.character(&shown, face.vertical, face.space));
    }

    /// Shows one character and advances behind it (ISO 32000-2, 9.4.4).
    fn character(&mut self, shown: &Shown, vertical: bool, space: f64) {
        let state = &self.state;
        let spacing = state.character_spacing + if shown.is_space_code { state.word_spacing } else { 0.0 };
        let em = Matrix([state.size * state.stretch, 0.0, 0.0, state.size, 0.0, state.rise]);
        let placed = em.then(&self.pen.at).then(&state.page);
        if placed.is_sane()
            && !self.marked.is_off()
            && !shown.text.is_empty()
            && self.budget.glyph()
            && self.budget.spell(shown.text.len())
        {
            let glyph = put(&placed, shown, vertical, space);
            let ink = self.state.visibility.ink(glyph.size);
            self.extent.add(&glyph);
            self.glyphs.push(Glyph { ink, ..glyph });
        }
        let distance = shown.advance * state.size + spacing;
        if vertical {
            self.pen.advance(0.0, distance);
        } else {
            self.pen.advance(distance * state.stretch, 0.0);
        }
    }

    fn place(&mut self, operator: &[u8], operands: &Operands<'_, '_>) {
        match operator {
            b"BT" => self.pen = Pen::HOME,
            b"T*" => self.pen.next_line(0.0, -self.state.leading),
            b"Tm" => {
                if let Some(numbers) = operands.numbers::<6>() {
                    let at = Matrix(numbers);
                    self.pen = Pen { at, line: at };
                }
            }
            _ => {
                let Some([x, y]) = operands.numbers::<2>() else { return };
                if operator == b"TD" {
                    self.state.leading = -y;
                }
                self.pen.next_line(x, y);
            }
        }
    }

    fn set(&mut self, operator: &[u8], operands: &Operands<'_, '_>) {
        let Some([value]) = operands.numbers::<1>() else { return };
        match operator {
            b"Tc" => self.state.character_spacing = value,
            b"Tw" => self.state.word_spacing = value,
            b"Tz" => self.state.stretch = value / 100.0,
            b"TL" => self.state.leading = value,
            b"Tr" => self.state.visibility.mode = value as i32,
            _ => self.state.rise = value,
        }
    }

    /// Sets the colour of fillings, as far as it is white or not (ISO 32000-2, 8.6).
    fn colour(&mut self, operator: &[u8], operands: &Operands<'_, '_>) {
        let light = || operands.numbers::<3>().is_some_and(|levels| sight::is_light(&levels));
        let inks = operands.numbers::<4>();
        self.state.visibility.is_pattern = operator == b"scn" && operands.name().is_some();
        self.state.visibility.is_white = match operator {
            b"g" => operands.numbers::<1>().is_some_and(|level| sight::is_light(&level)),
            b"rg" => light(),
            b"cs" => false,
            // One number may be an amount of ink of any colour.
            _ => inks.map_or_else(|| operator != b"k" && light(), |inks| sight::is_without_ink(&inks)),
        };
    }

    fn choose_font(&mut self, operands: &Operands<'_, '_>, resources: &Resources<'a>) {
        if let Some([size]) = operands.numbers::<1>() {
            self.state.size = size;
        }
        let dict = operands.name().and_then(|name| resources.fonts.get::<Dict<'a>>(name));
        // A page that names a missing font still has text: any font serves for the advance.
        let dict = dict.unwrap_or_default();
        self.state.face = self.fonts.face(&dict).or_else(|| self.state.face.take());
    }

    fn external_state(&mut self, operands: &Operands<'_, '_>, resources: &Resources<'a>) {
        let state = operands.name().and_then(|name| resources.ext_g_states.get::<Dict<'a>>(name));
        if let Some(state) = &state {
            self.state.visibility.read(state);
        }
        let Some((dict, size)) = state.and_then(|state| state.get::<(Dict<'a>, f64)>("Font")) else { return };
        self.state.size = size;
        self.state.face = self.fonts.face(&dict);
    }

    fn transform(&mut self, operands: &Operands<'_, '_>) {
        if let Some(numbers) = operands.numbers::<6>() {
            self.state.page = Matrix(numbers).then(&self.state.page);
        }
    }

    fn form(&mut self, operands: &Operands<'_, '_>, resources: &Resources<'a>) {
        let form = operands.name().and_then(|name| resources.x_objects.get::<Stream<'a>>(name));
        let Some(form) = form else { return };
        if self.marked.is_off() || self.is_off(|| form.dict().get::<Dict<'a>>("OC")) {
            return;
        }
        if !is_form(form.dict()) {
            return self.sight.picture(&self.state.page);
        }
        if self.depth >= MAX_FORMS {
            return;
        }
        let Ok(bytes) = form.decoded_data() else { return };
        let own = form.dict().get::<Dict<'a>>("Resources").map(Resources::new);
        let (state, pen) = (self.state.clone(), self.pen);
        let saved = std::mem::take(&mut self.saved);
        if let Some(numbers) = form.dict().get::<[f64; 6]>("Matrix") {
            self.state.page = Matrix(numbers).then(&self.state.page);
        }
        self.depth += 1;
        self.run(&bytes, own.as_ref().unwrap_or(resources));
        self.depth -= 1;
        (self.state, self.pen, self.saved) = (state, pen, saved);
    }
}

fn is_form(dict: &Dict<'_>) -> bool {
    dict.get::<hayro_syntax::object::Name<'_>>("Subtype").is_some_and(|kind| &*kind == b"Form")
}

fn put(placed: &Matrix, shown: &Shown, vertical: bool, space: f64) -> Glyph {
    // A vertical character is positioned by the middle of its top; `vertical::settle` decides its direction later.
    let left = if vertical { -0.5 * shown.width } else { 0.0 };
    let [a, b, c, d, ..] = placed.0;
    // Stretched or slanted text keeps the height of its em as the unit of gaps along the line.
    let (across, up) = (a.hypot(b), c.hypot(d));
    Glyph {
        text: Rc::clone(&shown.text),
        start: placed.apply(left, 0.0),
        end: placed.apply(left + shown.width, 0.0),
        size: if up > 0.0 { up } else { across },
        space: space * across,
        turn: direction(a, b),
        vertical,
        ink: Ink::Seen,
    }
}

/// Returns the writing direction in whole degrees; the fraction of a degree of a scan is ignored.
pub(super) fn direction(x: f64, y: f64) -> i16 {
    let degrees = y.atan2(x).to_degrees().round();
    let nearest = (degrees / 90.0).round() * 90.0;
    let kept = if (degrees - nearest).abs() <= 3.0 { nearest } else { degrees };
    // -180 to 180 by the definition of atan2.
    (kept as i16).rem_euclid(360)
}
