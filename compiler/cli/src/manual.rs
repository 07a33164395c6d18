//! `tfrt man` and `tfrt completions`: what the flags say about themselves, for other programs.

use crate::failure::Failure;
use crate::output;
use clap::Command;
use clap_complete::Shell;
use serde_json::json;

/// What `man` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArguments {
    /// A command of the tool; nothing is the tool itself.
    command: Option<String>,
    /// Print the reference page of the guide.
    #[arg(long, conflicts_with = "command")]
    markdown: bool,
}

/// What `completions` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArguments {
    /// The shell that will read them.
    shell: Shell,
}

/// Runs `man`.
pub(crate) fn man(arguments: &ManArguments, mut tool: Command, json: bool) -> Result<(), Failure> {
    tool.build();
    let text = if arguments.markdown {
        page(&mut tool)
    } else {
        let command = match arguments.command.as_deref() {
            None => tool,
            Some(name) => tool
                .find_subcommand(name)
                .ok_or_else(|| Failure::unusable(format!("there is no command {name}")))?
                .clone(),
        };
        let mut bytes = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut bytes)
            .map_err(|error| Failure::unusable(format!("cannot write the page: {error}")))?;
        String::from_utf8_lossy(&bytes).into_owned()
    };
    print(text, json);
    Ok(())
}

/// Runs `completions`.
pub(crate) fn completions(arguments: &CompletionsArguments, mut tool: Command, json: bool) {
    let mut bytes = Vec::new();
    let name = tool.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut tool, name, &mut bytes);
    print(String::from_utf8_lossy(&bytes).into_owned(), json);
}

fn print(text: String, json: bool) {
    if json {
        output::json(&json!({ "ok": true, "text": text }));
    } else {
        output::print(&text);
    }
}

/// The help of every command as one page.
fn page(tool: &mut Command) -> String {
    let mut text = format!(
        "# The command line\n\nMade from the definitions by `{} man --markdown`.\n\nExit status: 0 \
         done; 1 the program or a check failed; 2 the input could not be used.\n",
        tool.get_name()
    );
    for command in tool.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        // A fixed width, so that the page does not depend on the terminal.
        let help = command.clone().term_width(100).render_long_help().to_string();
        let lines: Vec<_> = help.lines().map(str::trim_end).collect();
        let (name, help) = (command.get_name(), lines.join("\n"));
        text.push_str(&format!("\n## `{name}`\n\n```text\n{}\n```\n", help.trim_end()));
    }
    text
}
