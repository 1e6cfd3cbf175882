"""The rules beside another's: OpenSpiel's euchre, driven in lock step with ours."""
