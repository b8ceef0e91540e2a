//! Reading public documents strictly: an object is an object. Derived code would also take a list of the fields'
//! values, which no format of ours means.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// Reads an enum of words strictly: a word is a string. Derived code would also take `{"word": null}`.
macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Word;

                impl serde::de::Visitor<'_> for Word {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("one of", $(" `", $word, "`"),+))
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$type, E> {
                        match word {
                            $($word => Ok($type::$variant),)+
                            other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
                        }
                    }
                }

                deserializer.deserialize_str(Word)
            }
        }
    };
}
pub(super) use words;

/// A `T` that was written as an object.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Only<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Only<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(Only(PhantomData)).map(Object)
    }
}

/// Reads a document that is one object. The reason why it cannot be read begins with the field that it is about.
pub(super) fn read<'de, T: Deserialize<'de>>(document: &'de [u8]) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_slice(document);
    let Object(value) = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        let why = error.into_inner();
        if field == "." {
            why.to_string()
        } else {
            format!("{field}: {why}")
        }
    })?;
    json.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// One object.
pub(super) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// A list of objects.
pub(super) fn objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let list = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|Object(value)| value).collect())
}

/// A field that may be left out but is never null.
pub(super) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An object that may be left out but is never null.
pub(super) fn given_object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    object(deserializer).map(Some)
}

/// A list of objects that may be left out but is never null.
pub(super) fn given_objects<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    objects(deserializer).map(Some)
}
