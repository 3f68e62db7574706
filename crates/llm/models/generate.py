"""Writes the model table: `python3 generate.py INPUT > models.json`.

INPUT is a survey of models (`models.json` of the shared data). Only the fields that `llm::profile` reads are kept, one model a line:
- `regex` rules become `glob` rules: `#` is a digit, a `*` at the end is any rest;
- parameters of Google are renamed to those of its OpenAI-compatible endpoint;
- entries of ADDED follow the survey's.
"""

import json
import re
import sys

MODEL_FIELDS = ["provider", "id", "status", "shutdown_on", "replacement", "match", "priced_alike", "wires", "context_window", "max_output",
                "prices", "prices_checked", "parameters_of", "parameters", "sources", "note"]
# Controls that Auspex never sends: how thinking is displayed or returned.
UNUSED_CONTROLS = {"thinking.display", "thinking.keep", "reasoning_split", "reasoning_format", "prompt_mode"}

# (id, names, id of the entry with the facts, note)
ADDED = [
    ("MiniMax-M2.5-lightning", ["MiniMax-M2.5-lightning", "minimax-m2.5-lightning"], "MiniMax-M2.5-highspeed",
     "Facts of MiniMax-M2.5-highspeed. No source lists the name lightning; that both are the same model is probable and not verified."),
]

# Batch endpoints by provider. The survey has no prices of batches: the providers' documentation states one discount for all models.
BATCHES = {
    "anthropic": {"wires": ["anthropic"], "price_percent": 50, "window_hours": 24, "checked": "2026-11-23",
                  "source": "https://platform.claude.com/docs/en/build-with-claude/batch-processing"},
    "openai": {"wires": ["openai_chat", "openai_responses"], "price_percent": 50, "window_hours": 24, "checked": "2026-11-23",
               "source": "https://platform.openai.com/docs/guides/batch"},
}


def glob(regex):
    """Translates the regular expressions that occur: a literal start, groups of digits, an optional end."""
    text = regex.removeprefix("^")
    closed = text.endswith("$")
    text = text.removesuffix("$").replace("\\.", ".")
    text = re.sub(r"\\d\{(\d+)\}", lambda found: "#" * int(found[1]), text).replace("\\d", "#")
    if re.search(r"[\\()\[\]{}|+?*^$]", text):
        raise ValueError(f"regular expression without a translation: {regex}")
    return text if closed else text + "*"


def rule(one):
    return {"glob": glob(one["regex"])} if "regex" in one else one


def pick(value, names):
    return {name: value[name] for name in names if value.get(name) is not None}


def google_effort(thinking):
    """Values of `reasoning_effort` at Google's OpenAI-compatible endpoint: the thinking levels, or three budgets and `none`."""
    for control in thinking["controls"]:
        if control["path"].endswith("thinkingLevel"):
            return {"path": "reasoning_effort", "values": control["values"]}
        if control["path"].endswith("thinkingBudget"):
            off = [] if thinking["mode"] == "always" else ["none"]
            return {"path": "reasoning_effort", "values": off + ["low", "medium", "high"]}
    return None


def parameters(model):
    source = model["parameters"]
    temperature = pick(source["temperature"], ["accepts", "min", "max", "value", "only_when", "refused_when"])
    thinking, effort = source["thinking"], source["effort"]
    controls = thinking["controls"]
    if model["provider"] == "google":
        # The Gemma models take other controls than Gemini, and no source describes them at this endpoint.
        effort = google_effort(thinking) if model["id"].startswith("gemini") else None
        controls = []
    fields = ["path", "values", "min", "max", "default", "only_when", "refused_when"]
    result = {
        "temperature": temperature,
        "max_tokens": pick(source["max_tokens"], ["name", "min", "max"]),
        "thinking": {
            "mode": thinking["mode"],
            "controls": [pick(control, fields) for control in controls if control["path"] not in UNUSED_CONTROLS],
        },
        "effort": effort and pick(effort, fields),
        "tool_choice": pick(source["tool_choice"], ["forced"]),
        "structured_output": source["structured_output"],
    }
    return {name: value for name, value in result.items() if value is not None}


def compact(model):
    wire = "openai_chat" if model["parameters_of"] == "generateContent" else model["parameters_of"]
    changed = {
        "match": [rule(one) for one in model["match"]],
        "priced_alike": [rule(one) for one in model.get("priced_alike", [])] or None,
        "parameters_of": wire,
        "parameters": parameters(model),
    }
    return pick(model | changed, MODEL_FIELDS)


def added(models):
    by_id = {model["id"]: model for model in models}
    for name, names, like, note in ADDED:
        if name in by_id:
            raise ValueError(f"{name} is in the survey now: remove it from ADDED")
        yield by_id[like] | {"id": name, "match": [{"equals": one} for one in names], "note": note}


def provider(one):
    endpoints = [pick(endpoint, ["wire", "base", "known_from"]) for endpoint in one["endpoints"]]
    batch = {"batch": BATCHES[one["id"]]} if one["id"] in BATCHES else {}
    return {"id": one["id"], "endpoints": endpoints, "usage": one["usage"]} | batch


def lines(name, values):
    rows = ",\n  ".join(json.dumps(value, ensure_ascii=False) for value in values)
    return f' "{name}": [\n  {rows}\n ]'


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        survey = json.load(file)
    models = [compact(model) for model in survey["models"]]
    models += added(models)
    sources = [pick(source, ["name", "repository", "commit", "licence", "of", "gives"]) for source in survey["sources"]]
    parts = [f' "as_of": "{survey["as_of"]}"', f' "unit": "{survey["unit"]}"', lines("sources", sources)]
    parts += [lines("providers", map(provider, survey["providers"])), lines("models", models)]
    print("{\n" + ",\n".join(parts) + "\n}")


main()
