//! Draws the icons of an installed FLYCHESS from `public/icon.svg`: `cargo run --features ssr --example icons`.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let icon = Tree::from_data(&std::fs::read("public/icon.svg")?, &Options::default())?;
    for (name, side, is_maskable) in [
        ("icon-192", 192, false),
        ("icon-512", 512, false),
        ("icon-maskable", 512, true),
    ] {
        let mut pixels = Pixmap::new(side, side).ok_or("no picture is so small")?;
        let whole = f32::from(u16::try_from(side)?);
        let mut scale = whole / icon.size().width();
        let mut shift = 0.0;
        if is_maskable {
            // The colour of the icon's disc, which is all of it: the system cuts its own shape.
            pixels.fill(Color::from_rgba8(0xbf, 0x3a, 0x22, 0xff));
            // What a system may cut off is a tenth on each side.
            scale *= 0.8;
            shift = whole * 0.1;
        }
        let place = Transform::from_row(scale, 0.0, 0.0, scale, shift, shift);
        resvg::render(&icon, place, &mut pixels.as_mut());
        pixels.save_png(format!("public/{name}.png"))?;
    }
    Ok(())
}
