//! Compiles `auspex/v1/*.proto` without protoc: protox parses, prost and pbjson generate, and the contract is written
//! down line by line for the compatibility test.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};

use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

const PACKAGE: &str = "auspex.v1";

fn main() -> Result<()> {
    println!("cargo:rerun-if-changed=auspex");
    let files = proto_files(Path::new("auspex/v1"))?;
    let descriptors = protox::compile(&files, ["."]).map_err(Error::other)?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or_else(|| Error::other("cargo sets OUT_DIR"))?);
    let bytes = prost_encode(&descriptors);
    std::fs::write(out.join("descriptor.bin"), &bytes)?;
    std::fs::write(out.join("contract.txt"), contract(&descriptors))?;
    generate(descriptors, &bytes)
}

fn proto_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "proto"));
    files.sort();
    Ok(files)
}

fn prost_encode(descriptors: &FileDescriptorSet) -> Vec<u8> {
    use protox::prost::Message;
    descriptors.encode_to_vec()
}

fn generate(descriptors: FileDescriptorSet, bytes: &[u8]) -> Result<()> {
    // The well-known types must be asked for before they are mapped: the other order is a "duplicate extern path".
    prost_build::Config::new()
        .compile_well_known_types()
        .extern_path(".google.protobuf", "::pbjson_types")
        .btree_map(["."])
        .compile_fds(descriptors)?;
    pbjson_build::Builder::new().register_descriptors(bytes)?.btree_map(["."]).build(&[".auspex.v1"])
}

/// Every message field and enum value of the package as one sorted line each.
fn contract(descriptors: &FileDescriptorSet) -> String {
    let mut lines = Vec::new();
    for file in descriptors.file.iter().filter(|file| file.package() == PACKAGE) {
        for message in &file.message_type {
            message_lines(PACKAGE, message, &mut lines);
        }
        for item in &file.enum_type {
            enum_lines(PACKAGE, item, &mut lines);
        }
    }
    lines.sort();
    lines.join("\n") + "\n"
}

fn message_lines(parent: &str, message: &DescriptorProto, lines: &mut Vec<String>) {
    let name = format!("{parent}.{}", message.name());
    for field in &message.field {
        lines.push(format!("{name} {:05} {}", field.number(), field_shape(message, field)));
    }
    for nested in &message.nested_type {
        message_lines(&name, nested, lines);
    }
    for item in &message.enum_type {
        enum_lines(&name, item, lines);
    }
}

fn field_shape(message: &DescriptorProto, field: &FieldDescriptorProto) -> String {
    let label =
        if field.proto3_optional() { "optional".to_owned() } else { format!("{:?}", field.label()).to_lowercase() };
    let kind = if field.type_name().is_empty() {
        format!("{:?}", field.r#type()).to_lowercase()
    } else {
        field.type_name().to_owned()
    };
    let oneof = match field.oneof_index {
        Some(index) if !field.proto3_optional() => {
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            message.oneof_decl.get(index).map(|oneof| format!(" in {}", oneof.name())).unwrap_or_default()
        }
        _ => String::new(),
    };
    format!("{} {label} {kind}{oneof}", field.name())
}

fn enum_lines(parent: &str, item: &EnumDescriptorProto, lines: &mut Vec<String>) {
    for value in &item.value {
        lines.push(format!("{parent}.{} {:05} {} value", item.name(), value.number(), value.name()));
    }
}
