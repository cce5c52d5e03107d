"""The trees that tell what a cut-out took along of the background from people.

`npm run build:assets`, `npx tsx training/taken-along-cells.ts` (or its shares `0/6` to `5/6`, side by side), then
`python3 training/taken_along.py`: boosted trees on cells of portrait/train that the looks are unsure of, of each how
much is a person's; prints what they do to photographs of which they saw nothing, and writes
core/imaging/tools/cut-out/people/taken-along/person-trees.table.ts.
"""
import glob
import json
import os

import numpy as np

HERE = os.path.dirname(__file__)
TABLE = f"{HERE}/../core/imaging/tools/cut-out/people/taken-along/person-trees.table.ts"
TREES, DEPTH, RATE = 80, 4, 0.12
SPLITS, LEAVES = 2**DEPTH - 1, 2**DEPTH
BINS, FEATURES_ASKED = 64, 0.4
"""All cells of a photograph weigh so much together, if all of the people were unsure; against that, what a leaf and a
gain must have."""
PHOTOGRAPH, PENALTY, LEAF_LEAST = 1000, 200, 60
FOLDS = 3


def begun(rows):
    """What the mask itself says, in logarithms of odds: as the matte takes it, and never quite sure."""
    share = np.clip((rows[:, 0] - 0.2) / 0.6, 0, 1)
    share = np.clip(share * share * (3 - 2 * share), 0.04, 0.96)
    return np.log(share / (1 - share))


def written(value):
    return "Infinity" if value == np.inf else f"{value:.4g}"


def rounded(values):
    """As they are written."""
    return np.array([float(written(value)) for value in values])


def thresholds_of(rows, random):
    some = rows[random.choice(len(rows), min(len(rows), 40000), replace=False)]
    ways = [np.unique(rounded(np.quantile(some[:, f], np.linspace(0, 1, BINS + 1)[1:-1]))) for f in range(rows.shape[1])]
    return ways


def best_splits(bins, node, nodes, slope, bend, random):
    """Of each node the feature and the bin that part it best; bin 255 where nothing does."""
    gain, feature, until = np.full(nodes, 1e-9), np.zeros(nodes, int), np.full(nodes, 255)
    for f in np.flatnonzero(random.random_sample(len(bins)) < FEATURES_ASKED):
        place = node * BINS + bins[f]
        below = [np.bincount(place, of, nodes * BINS).reshape(nodes, BINS).cumsum(1) for of in (slope, bend)]
        (g, h), (all_g, all_h) = below, (of[:, -1:] for of in below)
        better = g**2 / (h + PENALTY) + (all_g - g) ** 2 / (all_h - h + PENALTY) - all_g**2 / (all_h + PENALTY)
        better = np.where((h >= LEAF_LEAST) & (all_h - h >= LEAF_LEAST), better, 0)
        most = better.argmax(1)
        value = better[np.arange(nodes), most]
        gain, feature, until = (np.where(value > gain, new, old) for new, old in ((value, gain), (f, feature), (most, until)))
    return feature, until


def grown(rows, wanted, weigh, seed):
    """Trees, each a triple of features, thresholds and leaves."""
    random = np.random.RandomState(seed)
    ways = thresholds_of(rows, random)
    bins = np.stack([np.searchsorted(way, rows[:, f], side="left") for f, way in enumerate(ways)])
    odds, trees, every = begun(rows), [], np.arange(len(rows))
    for _ in range(TREES):
        chance = 1 / (1 + np.exp(-odds))
        slope, bend = weigh * (wanted - chance), weigh * chance * (1 - chance)
        node, features, limits = np.zeros(len(rows), int), [], []
        for depth in range(DEPTH):
            feature, until = best_splits(bins, node, 2**depth, slope, bend, random)
            features += list(feature)
            limits += [ways[f][u] if u < len(ways[f]) else np.inf for f, u in zip(feature, until)]
            node = node * 2 + (bins[feature[node], every] > until[node])
        sums = [np.bincount(node, of, LEAVES) for of in (slope, bend)]
        leaves = rounded(RATE * sums[0] / (sums[1] + PENALTY))
        odds = odds + leaves[node]
        trees.append((features, limits, leaves))
    return trees


def odds_of(rows, trees):
    odds, every = begun(rows), np.arange(len(rows))
    for features, limits, leaves in trees:
        features, limits, node = np.array(features), np.array(limits), np.zeros(len(rows), int)
        for depth in range(DEPTH):
            at = 2**depth - 1 + node
            node = node * 2 + (rows[every, features[at]] > limits[at])
        odds = odds + leaves[node]
    return odds


def report(wanted, weigh, odds, held):
    """How much of people and of what was taken along would go, in shares of the people's area of a photograph."""
    for likely in (0.5, 0.4, 0.3):
        goes = held & (odds < np.log(likely / (1 - likely)))
        right, wrong = ((weigh * of)[goes].sum() / PHOTOGRAPH for of in (1 - wanted, wanted))
        print(f"below {likely}: {right:.3f} taken along goes, {wrong:.3f} of people")


def main():
    shares = sorted(glob.glob(f"{HERE}/work/taken-along-*.json"))
    told = [json.load(open(share)) for share in shares]
    if any(share["shares"] != len(told) for share in told):
        raise SystemExit("training/work holds shares of another run, or not all of one")
    width = len(told[0]["features"])
    rows = np.concatenate([np.fromfile(share.replace(".json", ".f32"), np.float32) for share in shares]).reshape(-1, width + 2)
    photographs = [part for share in told for part in share["photographs"]]
    rows, wanted, weigh = rows[:, :width], rows[:, width].astype(float), rows[:, width + 1].astype(float) * PHOTOGRAPH
    names = sorted({part["name"] for part in photographs})
    fold = np.concatenate([np.full(part["rows"], names.index(part["name"]) % FOLDS) for part in photographs])
    odds = np.zeros(len(rows))
    for apart in range(FOLDS):
        known = fold != apart
        odds[~known] = odds_of(rows[~known], grown(rows[known], wanted[known], weigh[known], apart + 1))
    report(wanted, weigh, odds, rows[:, 0] > 0.5)
    trees = grown(rows, wanted, weigh, 1)
    with open(TABLE, "w") as file:
        file.write("/** What `training/taken_along.py` learnt: of each tree the features it asks, their bounds, its answers. */\n")
        file.write("export const PERSON_TREES = [\n")
        for tree in trees:
            file.write(f"  '{';'.join(','.join(written(value) for value in part) for part in tree)}',\n")
        file.write("] as const\n")


if __name__ == "__main__":
    main()
