"""Learns pieces by merging the most frequent pair of adjacent ones, again and again (Sennrich, Haddow & Birch 2016)."""
import collections, heapq


def merges(spelled, often, join):
    """Yields (left, right) in the order they are merged. spelled has the pieces of words, and is changed; often counts
    the words; join makes one piece of two."""
    pairs, where = collections.Counter(), collections.defaultdict(set)
    for i, pieces in enumerate(spelled):
        for pair in zip(pieces, pieces[1:]):
            pairs[pair] += often[i]
            where[pair].add(i)
    queue = [(-n, pair) for pair, n in pairs.items()]
    heapq.heapify(queue)
    while queue:
        n, pair = heapq.heappop(queue)
        if pairs[pair] != -n:
            if pairs[pair] > 0:
                heapq.heappush(queue, (-pairs[pair], pair))
            continue
        left, right = pair
        yield left, right
        new = join(left, right)
        changed = set()
        for i in where.pop(pair):
            pieces = spelled[i]
            for old in zip(pieces, pieces[1:]):
                pairs[old] -= often[i]
                changed.add(old)
            joined, at = [], 0
            while at < len(pieces):
                if at + 1 < len(pieces) and (pieces[at], pieces[at + 1]) == pair:
                    joined.append(new)
                    at += 2
                else:
                    joined.append(pieces[at])
                    at += 1
            spelled[i] = joined
            for fresh in zip(joined, joined[1:]):
                pairs[fresh] += often[i]
                where[fresh].add(i)
                changed.add(fresh)
        for p in changed:
            if pairs[p] > 0:
                heapq.heappush(queue, (-pairs[p], p))
        pairs[pair] = 0
