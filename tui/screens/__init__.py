"""The screens beside the campaign's frame: home, new campaign, journal, help, settings."""
