#!/usr/bin/env python3
"""Checks that the heart monitor shows a right rate or none: on 1,000 made-up fingertips, and on the records of real fingers that HeartPy
ships (MIT licence), which its own peak detection judges where it is sure."""

import json
import os
import pathlib
import subprocess
import warnings

from shared import Tally, venv

python = venv("pulse", "heartpy==1.2.7", "numpy==2.4.6", "scipy==1.17.1", "matplotlib==3.11.2")
try:
    import heartpy
    import numpy
except ImportError:
    os.execv(python, [python, __file__])

FRAMES_A_SECOND = 30
# Where its longest beat is longer than this many of its shortest, a judge missed beats or counted waves within one; HeartPy counts some
# twice. The limit is that of Orphanidou et al., "Signal-quality indices for the electrocardiogram and photoplethysmogram", 2015.
LONGEST_TO_SHORTEST = 2.2


def record(number):
    """One of the records, and its samples a second."""
    samples, times = heartpy.load_exampledata(number)
    if number == 1:
        return samples, heartpy.get_samplerate_mstimer(times)
    return samples, heartpy.get_samplerate_datetime(times, timeformat="%Y-%m-%d %H:%M:%S.%f")


def frames_of(samples, rate):
    """What a camera would see of a record: more blood takes more light away."""
    times = numpy.arange(0, len(samples) / rate, 1 / FRAMES_A_SECOND)
    blood = numpy.interp(times, numpy.arange(len(samples)) / rate, (samples - numpy.mean(samples)) / numpy.std(samples))
    return [{"at": 1000 * at, "red": 215 - 3 * level, "green": 22 - level, "blue": 12 - level / 2} for at, level in zip(times, blood)]


def judged(samples, rate, reading):
    """The rate that HeartPy finds in the time that a reading is about; none where it is not sure."""
    part = samples[int(reading["from"] / 1000 * rate) : int(reading["at"] / 1000 * rate)]
    try:
        beats, measures = heartpy.process(heartpy.scale_data(part), rate)
    except heartpy.exceptions.BadSignalWarning:
        return None
    lengths = beats["RR_list_cor"]
    is_sure = len(lengths) > 0 and max(lengths) <= LONGEST_TO_SHORTEST * min(lengths)
    return measures["bpm"] if is_sure else None


warnings.filterwarnings("ignore")
tally = Tally()
# The first record is shorter than a measurement that ends late.
records = [record(1), record(2)]
script = pathlib.Path(__file__).with_name("pulse.mjs")
told = json.dumps([frames_of(*one) for one in records])
found = json.loads(subprocess.run(["node", script], input=told, capture_output=True, text=True, check=True).stdout)

for level in found["seeds"]:
    print(f"motion {level['motion']}: {level['share']:.0%} shown, worst error {level['worst']:.1f}")
    tally.check(f"with motion {level['motion']} what is shown is right", level["worst"] <= found["worstError"], level["worst"])
    tally.check(f"with motion {level['motion']} at least {level['least']:.0%} are shown", level["share"] >= level["least"], level["share"])

for number, ((samples, rate), shown) in enumerate(zip(records, found["records"])):
    pairs = [(reading, judged(samples, rate, reading)) for reading in shown["readings"]]
    errors = [(abs(reading["bpm"] - truth), reading, truth) for reading, truth in pairs if truth is not None]
    worst = max(errors, key=lambda one: one[0], default=(99, None, None))
    mean = sum(error for error, _, _ in errors) / max(1, len(errors))
    print(f"record {number + 1}: {len(pairs)} of {shown['begun']} shown, {len(errors)} judged, mean error {mean:.1f}, worst {worst[0]:.1f}")
    tally.check(f"every reading of record {number + 1} is within 5 beats of HeartPy's", worst[0] <= found["worstError"], worst)
    tally.check(f"most measurements of record {number + 1} show a reading, and most of those can be judged", 2 * len(pairs) > shown["begun"] and 2 * len(errors) > len(pairs))

tally.end()
