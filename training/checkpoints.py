"""What a training needs to go on where it was stopped, in one file."""
import os

import torch


def save(path, network, average, optimiser, spent, step):
    state = {"network": network.state_dict(), "average": average.state_dict()}
    state |= {"optimiser": optimiser.state_dict(), "spent": spent, "step": step}
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def resume(path, network, average, optimiser=None):
    """Takes over what was saved, if anything was. Returns the seconds spent, and the steps done."""
    if not os.path.exists(path):
        return 0.0, 0
    state = torch.load(path, map_location=next(network.parameters()).device)
    network.load_state_dict(state["network"])
    average.load_state_dict(state["average"])
    if optimiser is not None:
        optimiser.load_state_dict(state["optimiser"])
    return state["spent"], state["step"]
