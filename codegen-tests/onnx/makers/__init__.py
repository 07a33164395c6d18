"""Makers of cases, by kind of operator: a maker draws the operands and attributes of one node."""
