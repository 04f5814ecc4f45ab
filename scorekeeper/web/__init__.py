"""Everything that knows Flask: the factory, the settings, the blueprints and their pages."""
