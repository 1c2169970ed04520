//! Starts the language server Sibyl for Zed. What Zed shows comes from the server.

use zed_extension_api::{
    self as zed, serde_json, settings::LspSettings, LanguageServerId, Result, Worktree,
};

struct Sibyl;

impl zed::Extension for Sibyl {
    fn new() -> Self {
        Sibyl
    }

    /// The program that the settings name ("lsp", "sibyl", "binary"), else the one on PATH.
    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let path = binary.as_ref().and_then(|b| b.path.clone());
        let arguments = binary.and_then(|b| b.arguments);
        Ok(zed::Command {
            command: path.or_else(|| worktree.which("sibyl")).ok_or(
                "sibyl is not on your PATH: install it, or set its place in \"lsp\": {\"sibyl\": {\"binary\": {\"path\": \"/path/to/sibyl\"}}}",
            )?,
            args: arguments.unwrap_or_else(|| vec!["serve".into()]),
            env: worktree.shell_env(),
        })
    }

    /// Sibyl's settings, which it may also ask for later.
    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?;
        Ok(settings.initialization_options.or(settings.settings))
    }

    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?.settings;
        Ok(settings.map(|s| serde_json::json!({ "sibyl": s })))
    }
}

zed::register_extension!(Sibyl);
