//! Finds the imports of files in their tokens, so that `use` statements and paths inside code and macros are seen alike.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// File -> text, both as they are below `src/`.
pub(crate) type Sources = BTreeMap<String, String>;
/// File -> the files that it imports.
pub(crate) type Imports = BTreeMap<String, BTreeSet<String>>;

/// The imports of every file.
pub(crate) fn imports(sources: &Sources) -> Imports {
    let modules: BTreeMap<Vec<String>, &String> =
        sources.keys().map(|file| (module_of(file), file)).collect();
    let of_file = |file: &String| {
        let mut reader = Reader::default();
        reader.read(sources[file].parse().unwrap(), &module_of(file));
        let files = reader
            .paths
            .iter()
            .filter_map(|path| file_of(path, &modules));
        let others = files.filter(|other| *other != file).cloned();
        others.collect::<BTreeSet<String>>()
    };
    let imports = sources.keys().map(|file| (file.clone(), of_file(file)));
    imports.collect()
}

/// `render/pool.rs` -> `render::pool`, `render/mod.rs` -> `render`.
fn module_of(file: &str) -> Vec<String> {
    let path = file.strip_suffix(".rs").unwrap();
    let path = path.strip_suffix("/mod").unwrap_or(path);
    path.split('/').map(str::to_owned).collect()
}

/// The file of the innermost module that a path names.
fn file_of<'a>(path: &[String], modules: &BTreeMap<Vec<String>, &'a String>) -> Option<&'a String> {
    let mut lengths = (1..=path.len()).rev();
    lengths.find_map(|length| modules.get(&path[..length]).copied())
}

/// Collects the paths of a file that begin at the crate's root, at a parent, or at a child module.
#[derive(Default)]
struct Reader {
    children: BTreeSet<String>,
    paths: BTreeSet<Vec<String>>,
}

impl Reader {
    fn read(&mut self, tokens: TokenStream, module: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for pair in tokens.windows(3) {
            if is_ident(&pair[0], "mod") && is_punct(&pair[2], ';') {
                self.children.insert(pair[1].to_string());
            }
        }
        let mut at = 0;
        while at < tokens.len() {
            at += self.read_at(&tokens, at, module);
        }
    }

    /// Reads what begins at `at`. Returns the number of tokens read.
    fn read_at(&mut self, tokens: &[TokenTree], at: usize, module: &[String]) -> usize {
        let rest = &tokens[at..];
        if is_test_attribute(rest) {
            return end_of_item(rest);
        }
        if let Some(body) = inline_module(rest) {
            self.read(body, &[module, &[rest[1].to_string()]].concat());
            return 3;
        }
        if let Some(base) = self.base(tokens, at, module) {
            return self.read_path(rest, base);
        }
        if let TokenTree::Group(group) = &rest[0] {
            self.read(group.stream(), module);
        }
        1
    }

    /// The module that the path at `at` starts from, if a path starts there that is of interest.
    fn base(&self, tokens: &[TokenTree], at: usize, module: &[String]) -> Option<Vec<String>> {
        let is_continued = 0 < at && is_punct(&tokens[at - 1], ':');
        if is_continued || !is_path_separator(tokens.get(at + 1..)?) {
            return None;
        }
        match tokens[at].to_string().as_str() {
            "crate" | "server" => Some(Vec::new()),
            "super" => Some(module[..module.len() - 1].to_vec()),
            "self" => Some(module.to_vec()),
            name if self.children.contains(name) => Some([module, &[name.to_owned()]].concat()),
            _ => None,
        }
    }

    /// Reads the rest of a path or of a tree of paths. Returns the number of tokens read.
    fn read_path(&mut self, tokens: &[TokenTree], mut path: Vec<String>) -> usize {
        let mut at = 1;
        while is_path_separator(&tokens[at..]) {
            match tokens.get(at + 2) {
                Some(TokenTree::Ident(name)) if name == "super" => {
                    path.pop();
                }
                Some(TokenTree::Ident(name)) => path.push(name.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    self.read_tree(group.stream(), &path);
                    return at + 3;
                }
                _ => break,
            }
            at += 3;
        }
        self.paths.insert(path);
        at
    }

    /// Reads the branches of `{a::b, c::{d, e}}`.
    fn read_tree(&mut self, tokens: TokenStream, path: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for branch in tokens.split(|token| is_punct(token, ',')) {
            match branch.first() {
                Some(TokenTree::Ident(name)) if name != "self" => {
                    self.read_path(branch, [path, &[name.to_string()]].concat());
                }
                Some(_) => {
                    self.paths.insert(path.to_vec());
                }
                None => {}
            }
        }
    }
}

fn is_ident(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == name)
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

fn is_path_separator(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [one, two, ..] if is_punct(one, ':') && is_punct(two, ':'))
}

/// Whether the tokens begin with `#[cfg(test)]`.
fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    match tokens {
        [hash, TokenTree::Group(group), ..] => {
            is_punct(hash, '#') && group.stream().to_string().replace(' ', "") == "cfg(test)"
        }
        _ => false,
    }
}

/// The number of tokens up to the end of an item with its attributes: a semicolon or a block.
fn end_of_item(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => is_punct(other, ';'),
    };
    tokens
        .iter()
        .position(is_end)
        .map_or(tokens.len(), |end| end + 1)
}

/// The content of `mod name { ... }`, if the tokens begin with it.
fn inline_module(tokens: &[TokenTree]) -> Option<TokenStream> {
    match tokens {
        [keyword, TokenTree::Ident(_), TokenTree::Group(group), ..] if is_ident(keyword, "mod") => {
            Some(group.stream())
        }
        _ => None,
    }
}
