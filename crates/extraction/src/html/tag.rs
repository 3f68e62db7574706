//! Known elements and their behaviour in the tree and in text.

macro_rules! tags {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// Name of an element. Names unknown to HTML are [`Tag::Custom`] (with a dash: a web component) or
        /// [`Tag::Unknown`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Tag { Document, Text, Custom, Unknown, $($variant),* }

        impl Tag {
            fn known(name: &[u8]) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

tags! {
    A b"a", Abbr b"abbr", Address b"address", Area b"area", Article b"article", Aside b"aside", Audio b"audio",
    B b"b", Base b"base", Big b"big", Blockquote b"blockquote", Body b"body", Br b"br", Button b"button",
    Canvas b"canvas", Caption b"caption", Center b"center", Cite b"cite", Code b"code", Col b"col",
    Colgroup b"colgroup", Data b"data", Dd b"dd", Del b"del", Details b"details", Dialog b"dialog", Dir b"dir",
    Div b"div", Dl b"dl", Dt b"dt", Em b"em", Embed b"embed", Fieldset b"fieldset", Figcaption b"figcaption",
    Figure b"figure", Font b"font", Footer b"footer", Form b"form", Frame b"frame", Frameset b"frameset",
    H1 b"h1", H2 b"h2", H3 b"h3", H4 b"h4", H5 b"h5", H6 b"h6", Head b"head", Header b"header", Hgroup b"hgroup",
    Hr b"hr", Html b"html", I b"i", Iframe b"iframe", Img b"img", Input b"input", Ins b"ins", Kbd b"kbd",
    Label b"label", Legend b"legend", Li b"li", Link b"link", Main b"main", Map b"map", Mark b"mark",
    Marquee b"marquee", Math b"math", Menu b"menu", Meta b"meta", Nav b"nav", Nobr b"nobr", Noembed b"noembed",
    Noframes b"noframes", Noscript b"noscript", Object b"object", Ol b"ol", Optgroup b"optgroup",
    Option b"option", Output b"output", P b"p", Param b"param", Picture b"picture", Pre b"pre",
    Progress b"progress", Q b"q", Rt b"rt", S b"s", Samp b"samp", Script b"script", Section b"section", Select b"select", Slot b"slot",
    Small b"small", Source b"source", Span b"span", Strike b"strike", Strong b"strong", Style b"style",
    Sub b"sub", Summary b"summary", Sup b"sup", Svg b"svg", Table b"table", Tbody b"tbody", Td b"td",
    Template b"template", Textarea b"textarea", Tfoot b"tfoot", Th b"th", Thead b"thead", Time b"time",
    Title b"title", Tr b"tr", Track b"track", Tt b"tt", U b"u", Ul b"ul", Var b"var", Video b"video",
    Wbr b"wbr", Xmp b"xmp",
}

/// Length of the longest known name; longer ones are not copied for the comparison.
const MAX_TAG_NAME: usize = 10;

impl Tag {
    /// Returns the tag of a name, ignoring case.
    pub(crate) fn from_name(name: &[u8]) -> Self {
        // MathML of XHTML has a prefix.
        if matches!(name, b"m:math" | b"mml:math") {
            return Self::Math;
        }
        let mut lower = [0_u8; MAX_TAG_NAME];
        if let Some(copy) = lower.get_mut(..name.len()) {
            copy.copy_from_slice(name);
            copy.make_ascii_lowercase();
            if let Some(known) = Self::known(copy) {
                return known;
            }
        }
        if name.contains(&b'-') { Self::Custom } else { Self::Unknown }
    }

    /// Returns `true` for elements without end tag and content.
    pub(crate) fn is_void(self) -> bool {
        use Tag::{Area, Base, Br, Col, Embed, Frame, Hr, Img, Input, Link, Meta, Param, Source, Track, Wbr};
        matches!(
            self,
            Area | Base | Br | Col | Embed | Frame | Hr | Img | Input | Link | Meta | Param | Source | Track | Wbr
        )
    }

    /// Returns `true` for elements whose content is raw text up to their end tag; `svg` is included because it contains
    /// no prose, and `math` because it has its own reader.
    pub(crate) fn is_raw(self) -> bool {
        use Tag::{Iframe, Math, Noembed, Noframes, Noscript, Script, Style, Svg, Textarea, Title, Xmp};
        matches!(self, Script | Style | Textarea | Title | Noscript | Iframe | Noembed | Noframes | Svg | Math | Xmp)
    }

    /// Returns `true` for elements that can be in a document's head.
    pub(crate) fn in_head(self) -> bool {
        use Tag::{Base, Link, Meta, Noscript, Script, Style, Template, Title};
        matches!(self, Base | Link | Meta | Noscript | Script | Style | Template | Title)
    }

    /// Returns `true` for block elements.
    pub(crate) fn is_block(self) -> bool {
        use Tag::{
            A, Abbr, Area, Audio, B, Big, Button, Canvas, Cite, Code, Data, Del, Em, Embed, Font, I, Iframe, Img,
            Input, Ins, Kbd, Label, Link, Map, Mark, Math, Meta, Nobr, Noembed, Noscript, Object, Output, Param,
            Picture, Progress, Q, Rt, S, Samp, Script, Select, Slot, Small, Source, Span, Strike, Strong, Style, Sub,
            Sup, Svg, Text, Textarea, Time, Track, Tt, U, Unknown, Var, Video, Wbr,
        };
        !matches!(
            self,
            A | Abbr
                | Area
                | Audio
                | B
                | Big
                | Button
                | Canvas
                | Cite
                | Code
                | Data
                | Del
                | Em
                | Embed
                | Font
                | I
                | Iframe
                | Img
                | Input
                | Ins
                | Kbd
                | Label
                | Link
                | Map
                | Mark
                | Math
                | Meta
                | Nobr
                | Noembed
                | Noscript
                | Object
                | Output
                | Param
                | Picture
                | Progress
                | Q
                | Rt
                | S
                | Samp
                | Script
                | Select
                | Slot
                | Small
                | Source
                | Span
                | Strike
                | Strong
                | Style
                | Sub
                | Sup
                | Svg
                | Text
                | Textarea
                | Time
                | Track
                | Tt
                | U
                | Unknown
                | Var
                | Video
                | Wbr
        ) && self != Self::Br
    }

    /// Returns `true` for elements whose start closes an open paragraph (HTML standard, "in body").
    pub(crate) fn closes_paragraph(self) -> bool {
        use Tag::{
            Address, Article, Aside, Blockquote, Center, Dd, Details, Dialog, Dir, Div, Dl, Dt, Fieldset, Figcaption,
            Figure, Footer, Form, Header, Hgroup, Hr, Li, Main, Menu, Nav, Ol, P, Pre, Section, Summary, Table, Ul,
            Xmp,
        };
        self.heading().is_some()
            || matches!(
                self,
                Address
                    | Article
                    | Aside
                    | Blockquote
                    | Center
                    | Dd
                    | Details
                    | Dialog
                    | Dir
                    | Div
                    | Dl
                    | Dt
                    | Fieldset
                    | Figcaption
                    | Figure
                    | Footer
                    | Form
                    | Header
                    | Hgroup
                    | Hr
                    | Li
                    | Main
                    | Menu
                    | Nav
                    | Ol
                    | P
                    | Pre
                    | Section
                    | Summary
                    | Table
                    | Ul
                    | Xmp
            )
    }

    /// Returns `true` for scopes: an outer end tag never closes elements inside (HTML standard, "have an element in
    /// scope").
    pub(crate) fn bounds_scope(self) -> bool {
        use Tag::{Caption, Document, Html, Marquee, Object, Table, Td, Template, Th};
        matches!(self, Document | Html | Table | Td | Th | Caption | Marquee | Object | Template)
    }

    /// Returns `true` for character formatting, whose end tag across blocks takes effect when the blocks end.
    pub(crate) fn is_formatting(self) -> bool {
        use Tag::{A, B, Big, Code, Em, Font, I, Nobr, S, Small, Strike, Strong, Tt, U};
        matches!(self, A | B | Big | Code | Em | Font | I | Nobr | S | Small | Strike | Strong | Tt | U)
    }

    /// Returns the level of a heading, 1 to 6.
    pub(crate) fn heading(self) -> Option<usize> {
        use Tag::{H1, H2, H3, H4, H5, H6};
        [H1, H2, H3, H4, H5, H6].iter().position(|tag| *tag == self).map(|at| at + 1)
    }
}
