"""Pictures of gardens: `niwashi.render.svg` for pages, `niwashi.render.terminal` for terminals."""
