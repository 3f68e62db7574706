"""The whole story of a research macro with the official Python client.

    pip install mcp
    python story.py http://127.0.0.1:8088/mcp TOKEN

TOKEN needs the scopes publish, read and review. Ends with status 0 if every step did what it should.
"""

import asyncio
import sys
import uuid

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, token: str) -> None:
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=httpx2.Timeout(30, read=120))
    async with http, streamable_http_client(url, http_client=http) as (read, write, *_):
        async with ClientSession(read, write) as client:
            await client.initialize()
            await story(client)


async def story(client: ClientSession) -> None:
    seen: list[str] = []

    async def progress(_: float, __: float | None, message: str | None) -> None:
        seen.append(message or "")
        print("progress:", message)

    async def call(tool: str, **arguments):
        result = await client.call_tool(tool, arguments, read_timeout_seconds=600, progress_callback=progress)
        if result.is_error:
            raise SystemExit(f"{tool}: {result.content[0].text}")
        return result.structured_content

    macros = (await call("research_list"))["macros"]
    print("macros:", [macro["name"] for macro in macros])
    session = str(uuid.uuid4())
    # A group that the offline world knows.
    params = {"client_name": "Nordic Legal Entity Identifier AB", "lei": "549300O897ZC5H7CY412"}
    result = await call("research_execute", session_id=session, macro_name="client-discovery", params=params)
    print("state:", result["state"], "sources:", len(result["sources"]), "LEI checks:", len(result["lei_checks"]))
    assert result["state"] == "pending_review" and seen, "the result waits for its review, and its progress was seen"
    data = result["data"]
    field = next(name for name, value in data.items() if isinstance(value, str))
    edited = {**data, field: data[field] + " (reviewed)"}
    if "apex" in data:
        # What the model has not found, the reviewer adds.
        edited["apex"] = {**data["apex"], "jurisdiction": "SE", "source": {"url": "https://search.gleif.org/"}}
    approved = await call("research_approve", session_id=session, edits=edited, execute_verbs=True)
    print("verbs:", approved["generated_verbs"])
    print("executor:", approved["execution"])
    assert approved["approved"] and approved["execution"]["status"] == "executed", "the executor has answered"
    status = await call("research_status", session_id=session)
    assert (status["state"], status["approved_count"]) == ("executed", 1), status
    print("done")


asyncio.run(main(*sys.argv[1:3]))
