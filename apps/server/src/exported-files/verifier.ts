/** docs/guide/verify-proof.py, which goes with each pack: a spec compares them. */
export const verifier = String.raw`#!/usr/bin/env python3
"""Verifies files of the format tocsin-proof/1, with nothing but Python. Usage: verify-proof.py KEY FILE...
KEY: the public key of the log, 64 hexadecimal digits. Exit code 1: a file was refused."""
import base64, hashlib, json, re, sys

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE_Y = 4 * pow(5, -1, P) % P

def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()

def point(data):  # RFC 8032, 5.1.3
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P: x = x * pow(2, (P - 1) // 4, P) % P
    assert y < P and (x * x - x2) % P == 0 and (x or not sign), "the key or signature is no point"
    return (P - x if x & 1 != sign else x), y

def add(a, b):
    (x1, y1), (x2, y2) = a, b
    d = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + d, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - d, -1, P) % P

def times(n, a):
    result = (0, 1)
    for bit in bin(n)[2:]:
        result = add(result, result)
        if bit == "1": result = add(result, a)
    return result

def signed(key, text, signature):
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    base = point(BASE_Y.to_bytes(32, "little"))
    return s < ORDER and times(s, base) == add(point(signature[:32]), times(h, point(key)))

def note(text, log):  # the size, root, signed text, key id and signature of a seal
    name = "tocsin/" + log
    found = re.fullmatch(f"({re.escape(name)}\n([1-9][0-9]*)\n(.{{44}})\n)\n\u2014 {re.escape(name)} (.{{92}})\n", text)
    assert found, "not a seal of this log"
    root, sig = (base64.b64decode(found[n]) for n in (3, 4))
    assert base64.b64encode(root).decode() == found[3] and base64.b64encode(sig).decode() == found[4], "another spelling"
    return int(found[2]), root, found[1].encode(), sig[:4], sig[4:]

def read(line, **form):  # exact fields, once each, of exact types
    pairs = json.loads(line, object_pairs_hook=list)
    assert [k for k, _ in pairs] == list(form) and all(type(v) is form[k] for k, v in pairs), "not of this form"
    assert not re.search(r"[ \t\r]", re.sub(r'"(\\.|[^"\\])*"', "", line)), "another spelling"
    assert all(re.fullmatch("[0-9a-f]{64}", v) for k, v in pairs if k in ("leaf", "hash")), "a hash of another form"
    return dict(pairs)

def verify(data, key):
    head, *lines, seal, end = data.decode("utf-8").split("\n")
    head = read(head, format=str, log=str, size=int)
    assert head["format"] == "tocsin-proof/1" and end == "", "not a whole file"
    stack, seals, roots, size, shown = [], [], {0: sha()}, 0, 0
    def root():
        hashes = [h for _, h in stack]
        while len(hashes) > 1: hashes[-2:] = [sha(b"\1", *hashes[-2:])]
        return hashes[0]
    sizes = {int(n) for line in lines if '"LogSealed"' in line for n in re.findall(r"\\n([1-9][0-9]*)\\\\n", line)}
    for line in lines:
        if '"leaf"' in line:
            e = read(line, ordinal=int, stream=str, revision=int, id=str, type=str, v=int, data=str, meta=str, leaf=str)
            texts = [str(x).encode() for x in ["tocsin-event-1", *list(e.values())[:-1]]]
            count, top = 1, sha(b"\0", *(b"%d:%s," % (len(t), t) for t in texts))
            assert top.hex() == e["leaf"], "an event is not what its hash says"
            shown += 1
            if e["type"] == "LogSealed": seals.append(note(json.loads(e["data"])["note"], head["log"]))
        else:
            count, top = (e := read(line, ordinal=int, count=int, hash=str))["count"], bytes.fromhex(e["hash"])
            assert count > 0 and count & (count - 1) == 0 and size % count == 0, "a hidden part is not aligned"
        assert e["ordinal"] == size + 1, f"event {size + 1} was expected"
        size += count
        while stack and stack[-1][0] == count: count, top = count * 2, sha(b"\1", stack.pop()[1], top)
        stack.append((count, top))
        if size in sizes: roots[size] = root()
    sealed, sealed_root, text, key_id, signature = note(read(seal, seal=str)["seal"], head["log"])
    assert sealed == size == head["size"] and sealed_root == root(), "these are not the events that were sealed"
    assert all(r == roots.get(n, r) for n, r, *_ in seals), "an older seal has another root"
    assert key_id == sha(text.split(b"\n")[0] + b"\n\1" + key)[:4] and signed(key, text, signature), "not by this key"
    return f"{size} events of {head['log']}: {shown} shown, {size - shown} hidden, {sum(n not in roots for n, *_ in seals)} older seals not checked"

failed = 0
for file in sys.argv[2:]:
    try: print("ok ", file, verify(open(file, "rb").read(), bytes.fromhex(sys.argv[1])))
    except Exception as error: failed, _ = 1, print("BAD", file, error or "not readable")
sys.exit(failed)
`;
