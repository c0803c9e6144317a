"""What a shell proposes when Tab is pressed, made of the commands' own parsers: `python packaging/completions.py bash`.

Commands come first, then the options of the command, then the values that an option lists, else names of files.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import command_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_BASH: Final = """\
# Completion of robotstudio for bash; made of its own options.
_robotstudio() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command='' words='' lead='' at
{lists}
    local IFS=$' \\t\\n'
    COMPREPLY=()
    for ((at = 1; at < COMP_CWORD; at++)); do
        case ${{COMP_WORDS[at]}} in
            {commands}) command=${{COMP_WORDS[at]}}; break ;;
        esac
    done
    case "$command $before" in
{values}
        {taking}) ;;
        *" help") words='{names}' ;;
        *) case "$command" in
{options}
        esac
        if [[ $word != -* ]]; then case "$command" in
{places}
        esac; fi ;;
    esac
    [[ $word != *,* || $word == -* ]] || lead=${{word%,*}},
    if [[ $word == -* || -n $words && $words != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -P "$lead" -W "$words" -- "${{word#"$lead"}}")
    fi
    [[ ${{#COMPREPLY[@]}} -gt 0 || $word == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames 2> /dev/null
}}
complete -F _robotstudio robotstudio
"""

_ZSH: Final = """\
#compdef robotstudio
# Completion of robotstudio for zsh; made of its own options.
{lists}
_robotstudio() {{
    local -a commands
    local context state state_descr line
    typeset -A opt_args
    commands=(
{commands}
    )
    _arguments -C {program} '1: :->first' '*:: :->rest' && return
    case $state in
        first)
            _describe -t commands command commands
            _files
            ;;
        rest)
            case $words[1] in
{options}
                *) _files ;;
            esac
            ;;
    esac
}}
_robotstudio "$@"
"""


def bash() -> str:
    """Return the script for bash."""
    commands = command_tree.commands()
    names = [command.name for command in commands]
    lists = [f"    local {name}={_quoted(' '.join(values))}" for name, values in command_tree.LISTS.items()]
    values = [
        f'        "{command.name} {name}") words={_words(option)} ;;'
        for command in (*commands, command_tree.program())
        for option in command.options
        if option.choices or option.listed
        for name in option.names
    ]
    taking = [
        f'"{command.name} {name}"'
        for command in commands
        for option in command.options
        if option.metavar and not option.choices and not option.listed
        for name in option.names
    ]
    places = [
        f"        {command.name}) words={_words(value)} ;;"
        for command in commands
        for value in command.values
        if value.listed
    ]
    first = " ".join((*names, "help", *_names(command_tree.program())))
    options = [f"        {command.name}) words={_quoted(' '.join(_names(command)))} ;;" for command in commands]
    options.append(f"        *) [[ $COMP_CWORD -gt 1 ]] || words={_quoted(first)} ;;")
    return _BASH.format(
        commands="|".join(names),
        lists="\n".join(lists),
        values="\n".join(values),
        taking="|".join(taking),
        names=" ".join(names),
        options="\n".join(options),
        places="\n".join(places),
    )


def _words(option: command_tree.Option) -> str:
    return f"${option.listed}" if option.listed else _quoted(" ".join(option.choices))


def zsh() -> str:
    """Return the function for zsh."""
    commands = command_tree.commands()
    described = [f"        {_quoted(f'{command.name}:{command.summary}')}" for command in commands]
    cases = []
    for command in commands:
        places = [f"'*:{value.metavar}:_robotstudio_{value.listed}'" for value in command.values if value.listed]
        specs = [*map(_zsh_spec, command.options), *(places or ["'*: :_files'"])]
        joined = " \\\n                    ".join(specs)
        cases.append(f"                {command.name})\n                    _arguments {joined} ;;")
    program = " ".join(_zsh_spec(option) for option in command_tree.program().options)
    lists = [
        f"_robotstudio_{name}() {{ compset -P '*,'; compadd - {' '.join(values)} }}"
        for name, values in command_tree.LISTS.items()
    ]
    return _ZSH.format(commands="\n".join(described), options="\n".join(cases), program=program, lists="\n".join(lists))


def _zsh_spec(option: command_tree.Option) -> str:
    """Return an option in the form of `_arguments`: each may be given more than once."""
    what = option.what.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    value = ""
    if option.choices:
        value = f":{option.names[-1].lstrip('-')}:({' '.join(option.choices)})"
    elif option.listed:
        value = f":{option.metavar}:_robotstudio_{option.listed}"
    elif option.metavar:
        value = f":{option.metavar}:{'_files' if option.is_a_file else ' '}"
    names = "{" + ",".join(f"\\*{name}" for name in option.names) + "}" if len(option.names) > 1 else ""
    return f"{names or _quoted('*' + option.names[0])}{_quoted(f'[{what}]{value}')}"


def fish() -> str:
    """Return the lines for fish."""
    return "\n".join(_fish_lines()) + "\n"


def _fish_lines() -> Iterator[str]:
    yield "# Completion of robotstudio for fish; made of its own options."
    for name, values in command_tree.LISTS.items():
        yield f"set -g __robotstudio_{name} {' '.join(values)}"
    commands = command_tree.commands()
    for command in commands:
        yield f"complete -c robotstudio -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.summary)}"
    for option in command_tree.program().options:
        yield f"complete -c robotstudio -n __fish_use_subcommand {_fish_option(option)}"
    for command in commands:
        for option in command.options:
            yield f"complete -c robotstudio -n '__fish_seen_subcommand_from {command.name}' {_fish_option(option)}"
        for listed in (value.listed for value in command.values if value.listed):
            seen = f"-n '__fish_seen_subcommand_from {command.name}'"
            yield f"complete -c robotstudio {seen} -x -a '$__robotstudio_{listed}'"


def _fish_option(option: command_tree.Option) -> str:
    parts = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    if option.choices:
        parts.append(f"-x -a {_fish_quoted(' '.join(option.choices))}")
    elif option.listed:
        parts.append(f"-x -a '$__robotstudio_{option.listed}'")
    elif option.metavar:
        parts.append("-r" if option.is_a_file else "-x")
    return " ".join([*parts, f"-d {_fish_quoted(option.what)}"])


def _names(command: command_tree.Command) -> list[str]:
    return [name for option in command.options for name in option.names]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: Final[Mapping[str, Callable[[], str]]] = {"bash": bash, "zsh": zsh, "fish": fish}


def main() -> int:
    """Print the script of one shell; 2 where none of them is named."""
    if sys.argv[1:] not in [[name] for name in SHELLS]:
        print(f"name one of {', '.join(SHELLS)}", file=sys.stderr)
        return 2
    print(SHELLS[sys.argv[1]](), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
