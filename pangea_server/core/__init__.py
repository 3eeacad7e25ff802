"""What every room needs: settings, errors, records, wire forms."""
