"""How people get an account: invites and enrolment."""
