"""Bots against bots, with honest error bars."""

from .interval import Interval, mean_interval, share_interval
from .simulation import BotReport, Report, Tally, simulate

__all__ = ["BotReport", "Interval", "Report", "Tally", "mean_interval", "share_interval", "simulate"]
