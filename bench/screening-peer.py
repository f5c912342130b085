# nomenklatura's logic-v2 on the list and the queries that bench/screening-peer.ts hands it, in one thread. Entities and
# queries are made before the clock starts; what is timed is comparing each query with its candidates, nothing else.

import json
import sys
import time
from importlib.metadata import version

from followthemoney import ValueEntity, model
from nomenklatura.matching.logic_v2.model import LogicV2

CONFIG = LogicV2.default_config()


def entity(schema, id, name):
    made = ValueEntity(model.get(schema), {"id": id})
    made.add("name", name)
    return made


def score(query, candidate):
    return LogicV2.compare(query, candidate, CONFIG).score


asked = json.load(open(sys.argv[1], encoding="utf-8"))
threshold = asked["threshold"]
listed = {}
for line in open(asked["list"], encoding="utf-8"):
    read = ValueEntity.from_dict(json.loads(line))
    listed[read.id] = read
queries = [
    (entity("Person", f"query-{at}", one["name"]), [listed[id] for id in one["candidates"]])
    for at, one in enumerate(asked["queries"])
]
for query, candidates in queries[:50]:
    for candidate in candidates:
        score(query, candidate)
begun = time.process_time()
hits = [[one.id for one in candidates if score(query, one) >= threshold] for query, candidates in queries]
seconds = time.process_time() - begun
pairs = [
    # What is known of an entity is kept by its id.
    score(entity(one["schema"], f"a{at}", one["a"]), entity(one["schema"], f"b{at}", one["b"])) >= threshold
    for at, one in enumerate(asked["pairs"])
]
print(
    json.dumps(
        {
            "version": version("nomenklatura"),
            "matcher": LogicV2.NAME,
            "perSecond": len(queries) / seconds,
            "hits": hits,
            "pairs": pairs,
        }
    )
)
