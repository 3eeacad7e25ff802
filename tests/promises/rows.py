"""The rows of the plan's table of attacks and faults, each with the tests that try it, or the reason why none does.

A test is named as FILE::WORDS below ``tests``, where WORDS stand in the names of what tries the row (in TypeScript
in the sentence). ``lacks`` is what of a row its tests do not show.
"""

from __future__ import annotations

from dataclasses import dataclass

FRAMING = "security/faults/test_framing.py"
VALUES = "security/test_values.py"
RATES = "security/faults/test_rates.py"
DISCRETION = "security/faults/test_discretion.py"
TOOLS = "security/faults/test_offline_tools.py"
BAD_INPUT = "server/test_bad_input.py"
SUBMISSIONS = "server/test_submissions.py"
FAULTS = "server/faults/test_faults.py"
FULL = "server/faults/test_full_store.py"
STORE_FAULTS = "contract/test_stores_faults.py"
DISK_FAULTS = "contract/faults/test_stores_faults.py"
WITHDRAWAL = "people/test_withdrawal.py"
POLICY = "people/test_policy.py"
LINKS = "people/test_links.py"
QUEUE = "static/src/api/ChunkQueue.test.ts"


@dataclass(frozen=True, slots=True)
class Row:
    """A row has tests, or ``lacks`` says why it has none."""

    number: str
    tests: tuple[str, ...] = ()
    lacks: str = ""


def tried(number: str, *tests: str, but: str = "") -> Row:
    return Row(number, tests, but)


def untried(number: str, because: str) -> Row:
    return Row(number, (), because)


ROWS: tuple[Row, ...] = (
    *(tried(f"H{n}", f"{FRAMING}::test_what_is_no_request_is_refused") for n in (1, 2, 3, 4, 5)),
    tried("H6", f"{FRAMING}::test_what_is_no_request_is_refused", f"{FRAMING}::H6"),
    tried("H7", f"{FRAMING}::test_what_is_no_request_is_refused"),
    tried("H8", f"{FRAMING}::H8"),
    tried("H9", f"{FRAMING}::H9", but="200 stalled connections; PROMISES_SCALE=25 for 5,000"),
    tried("H10", f"{FRAMING}::H10"),
    tried("H11", f"{FRAMING}::test_what_is_no_request_is_refused"),
    tried("H12", f"{FRAMING}::H12"),
    tried("H13", f"{FRAMING}::H13", "reliability/faults/test_network_cuts.py::test_a_call_that_is_cut_off"),
    tried("H14", f"{FRAMING}::H14"),
    tried("H15", f"{FRAMING}::H15"),
    tried("H16", f"{FRAMING}::test_what_is_no_request_is_refused"),
    tried("H17", f"{RATES}::A2_H17", f"{RATES}::H17_a_proxy"),
    tried("H18", f"{FRAMING}::H18"),
    tried("H19", f"{DISCRETION}::H19", "server/test_pages.py::test_only_named_sites_may_frame_our_pages"),
    tried("H20", f"{FRAMING}::H20"),
    tried("H21", f"{RATES}::H21", but="one sender after another, and no p99 of the others"),
    tried("A1", f"{POLICY}::test_nobody_comes_in_without_a_token_or_with_a_wrong_one"),
    tried("A2", f"{RATES}::A2", but="30 forged tokens, not a million"),
    tried(
        "A3",
        "people/firebase/test_firebase_sign_in.py::test_a_forged_id_token_is_refused",
        "people/programs/test_oidc.py::test_a_forged_id_token_is_refused",
    ),
    tried("A4", f"{BAD_INPUT}::test_another_persons_lease_and_recording_answer_as_if_they_did_not_exist"),
    tried("A5", f"{BAD_INPUT}::test_another_persons_lease_and_recording_answer_as_if_they_did_not_exist"),
    tried("A6", f"{POLICY}::test_no_body_takes_a_field_that_was_not_asked_for", but="bodies; queries ignore"),
    tried("A7", f"{VALUES}::A7", f"{POLICY}::test_no_body_takes_a_field_that_was_not_asked_for"),
    tried("A8", f"{POLICY}::test_each_role_is_let_in_exactly_where_the_table_says"),
    tried("A9", f"{POLICY}::test_only_an_owner_gives_roles_and_never_to_themselves"),
    tried(
        "A10",
        "people/test_consent.py::test_nothing_is_recorded_before_consent",
        f"{SUBMISSIONS}::test_no_receipt_without_the_right_length",
        "platforms/test_completion.py::test_a_code_comes_after_the_whole_way",
    ),
    tried("A11", "platforms/test_entry.py::test_a_forged_worker_id_opens_nothing_of_its_owner"),
    tried("A12", f"{LINKS}::test_a_second_person_gets_409_and_nothing_of_the_first"),
    tried("A13", "platforms/test_entry.py::test_a_preview_tells_what_the_work_is_and_lets_nobody_in"),
    tried(
        "A14",
        "platforms/test_completion.py::test_a_million_guesses_at_a_code_are_far_too_few",
        "platforms/test_completion.py::test_work_earns_one_code_only",
    ),
    tried(
        "A15",
        "server/test_leases.py::test_sixty_four_people",
        but="three races; PROMISES_SCALE=334 for 1,000",
    ),
    tried(
        "A16",
        "browser/test_capture_interrupted.py::test_a_task_is_open_in_one_tab_only",
        "server/test_resume.py::test_beginning_a_recording_again_is_the_same_recording",
    ),
    tried(
        "A17",
        "server/test_resume.py::test_who_was_offline_has_the_same_lease",
        but="no grant outlives a session",
    ),
    tried(
        "A18", f"{LINKS}::test_who_is_shut_out_is_out_at_once", f"{WITHDRAWAL}::test_nothing_comes_in_after"
    ),
    tried("A19", "firebase/test_rules.py::test_clients_are_denied"),
    tried(
        "A20",
        "server/test_resume.py::test_anothers_recording_is_not_found",
        but="single guesses; ids are random",
    ),
    tried(
        "A21", f"{RATES}::A2", f"{LINKS}::test_who_signs_out_is_out", but="there are no passwords to guess"
    ),
    tried("A22", f"{FRAMING}::H18"),
    tried("U1", f"{BAD_INPUT}::test_a_repeated_chunk_changes_nothing"),
    tried("U2", f"{BAD_INPUT}::test_a_repeated_chunk_changes_nothing"),
    tried("U3", "contract/test_local_store.py::RaceContract"),
    tried("U4", f"{BAD_INPUT}::test_a_missing_chunk_is_named_and_can_be_sent_later"),
    tried("U5", f"{VALUES}::U5"),
    tried("U6", f"{VALUES}::U6"),
    tried("U7", f"{VALUES}::U7"),
    tried("U8", f"{VALUES}::U8", "server/test_quotas.py::U8"),
    tried("U9", f"{SUBMISSIONS}::test_no_receipt_without", f"{SUBMISSIONS}::test_the_same_submit_many_times"),
    tried(
        "U10",
        f"{SUBMISSIONS}::test_a_chunk_that_comes_again_after_the_submit_gets_its_receipt",
        f"{SUBMISSIONS}::test_a_chunk_of_a_superseded_recording_is_refused",
    ),
    tried("U11", f"{WITHDRAWAL}::test_nothing_comes_in_after_a_withdrawal"),
    tried(
        "U12",
        f"{SUBMISSIONS}::U12",
        "server/faults/test_submissions.py::test_joining_a_long_voice",
        but="60 chunks, not 17,280",
    ),
    tried("U13", f"{VALUES}::U13"),
    tried("U14", f"{VALUES}::U14"),
    tried("U15", f"{VALUES}::U15", but="no system call is watched"),
    tried("U16", f"{VALUES}::U16", "server/test_tiles.py::test_nothing_outside_the_tiles_can_be_named"),
    tried("U17", "people/test_media.py::test_a_scan_is_for_who_has_a_task_there"),
    *(tried(f"U{n}", f"{VALUES}::U{n}") for n in (18, 19, 20, 21, 22, 23, 24)),
    tried("U25", f"{VALUES}::U25", f"{BAD_INPUT}::U25", TOOLS + "::hostile_snapshots"),
    tried("U26", f"{BAD_INPUT}::test_a_pose_trace_that_is_none_is_refused", "server/test_flags.py::test_"),
    tried("U27", f"{VALUES}::U27", f"{VALUES}::long", f"{SUBMISSIONS}::U27"),
    tried("U28", "contract/test_local_store.py::StoreContract"),
    tried("U29", "browser/test_hostile_texts.py::U29", but="the transcript and the report, on three pages"),
    untried(
        "U30", "no uploaded bytes have an address of their own: voices are decoded and written anew as WAV"
    ),
    tried("U31", "monitoring/test_csv_tables.py::U31"),
    tried("U32", f"{DISCRETION}::U32"),
    tried(
        "U33",
        "flags/test_flags.py::test_clipping",
        "flags/test_flags.py::test_hiss",
        but="seconds, not ten minutes",
    ),
    untried("U34", "there are no web hooks, and no field takes an address"),
    untried("U35", "there are no web hooks"),
    tried("T1", f"{TOOLS}::test_what_is_no_voice"),
    tried("T2", f"{TOOLS}::test_what_is_no_voice"),
    tried("T3", f"{TOOLS}::test_what_is_no_voice"),
    tried("T4", f"{TOOLS}::hostile_npz"),
    tried("T5", f"{TOOLS}::hostile_npz", f"{TOOLS}::test_no_code_of_ours_has_it"),
    tried("T6", f"{TOOLS}::hostile_npz"),
    tried(
        "T7",
        "archive/test_damage.py::test_members_that_nobody_wrote_are_refused",
        but="tar, there is no zip",
    ),
    tried("T8", f"{TOOLS}::hostile_snapshots", but="lines of kilobytes, not a file of 1 GB"),
    tried("T9", f"{TOOLS}::test_no_code_of_ours_has_it"),
    tried(
        "T10",
        "archive/faults/test_backup.py::test_memory_does_not_grow",
        but="backups; a day's recording is not run",
    ),
    tried(
        "T11", "archive/test_damage.py::test_no_flipped_bit_gets_in", f"{STORE_FAULTS}::test_a_damaged_blob"
    ),
    tried("T12", f"{TOOLS}::test_no_code_of_ours_has_it"),
    tried("F1", "reliability/faults/test_crashes.py::test_kills_lose_nothing"),
    tried(
        "F2",
        "reliability/faults/test_sync_order.py::test_nothing_is_acknowledged",
        "reliability/faults/test_crashes.py::test_a_kill_at_any_call",
        but="four of the calls at each push, and inside SQLite's own by chance (P1)",
    ),
    tried("F3", "reliability/faults/test_crashes.py::test_power_cuts_lose_nothing"),
    tried(
        "F4",
        f"{FAULTS}::test_after_a_failed_sync_a_restarted_server",
        f"{STORE_FAULTS}::test_after_a_failed_sync_nothing_more_is_written",
    ),
    tried("F5", f"{FULL}::test_a_full_disk_is_507", f"{DISK_FAULTS}::too_large_for_the_disk"),
    tried(
        "F6",
        f"{FULL}::test_how_much_stays_free",
        "server/test_health.py::test_a_disk_down_to_its_reserve",
    ),
    tried("F7", f"{FAULTS}::test_a_server_short_of_files_or_memory"),
    tried(
        "F8",
        "contract/test_segments.py::test_short_writes",
        "reliability/faults/test_disk_faults.py::test_a_call_to_the_disk_that_fails",
    ),
    tried("F9", f"{FAULTS}::test_a_slow_disk_makes_receipts_late_and_never_early"),
    tried("F10", f"{DISK_FAULTS}::test_processes_take_turns", but="seconds; the gate gives up after five"),
    tried(
        "F11",
        f"{STORE_FAULTS}::test_a_damaged_database_is_named",
        f"{STORE_FAULTS}::test_a_page_of_zeros_is_named",
        f"{STORE_FAULTS}::test_recordings_whose_database_is_gone",
        "contract/test_recovery.py::test_",
        "verify/test_verify.py::test_damage_is_named",
        but="a log deleted by hand is not noticed: records in it are lost, chunks in segments are not",
    ),
    tried("F12", f"{STORE_FAULTS}::test_a_second_server_is_refused"),
    tried("F13", "server/test_resume.py::test_a_jump_of_the_servers_clock_loses_nothing"),
    tried("F14", "reliability/faults/test_restarts.py::test_restarts_lose_nothing"),
    tried(
        "F15",
        f"{FULL}::test_blobs_turned_read_only_are_503",
        f"{DISK_FAULTS}::test_a_read_only_disk",
        "server/faults/test_read_only_disk.py::test_it_is_503",
    ),
    tried("F16", "firebase/test_firebase_failures.py::test_", but="no emulator is stopped for a minute"),
    tried("F17", "firebase/test_recordings.py::test_an_upload_whose_answer_is_lost_is_stored_once"),
    tried(
        "F18",
        "firebase/test_recordings.py::RecordingsInStores",
        but="repeated calls, no killed process",
    ),
    tried("F19", "firebase/test_firebase_store.py::RaceContract", but="no twenty conflicts in a row"),
    tried("F20", "firebase/test_firebase_failures.py::test_each_error_has_a_remedy_and_tells_no_secret"),
    untried("F21", "the dashboard has a benchmark of its own, on a store as large as RxR"),
    tried(
        "B1",
        "browser/quiet/test_killed.py::test_a_killed_browser",
        but="the whole browser, in four kills",
    ),
    tried(
        "B2",
        "reliability/browser/prove.py::_power_cuts",
        but="run by hand, as root: python -m tests.reliability.browser.prove --power-cuts 3",
    ),
    tried("B3", "browser/test_follower_goes_on.py::test_a_reload"),
    tried(
        "B4",
        "browser/test_capture_interrupted.py::test_a_time_without_network",
        but="seconds; prove-browser: minutes",
    ),
    tried("B5", f"{QUEUE}::takes no other answer for a receipt"),
    tried("B6", f"{QUEUE}::after a pause that grows"),
    tried("B7", f"{QUEUE}::keeps what is refused, sends the others"),
    tried("B8", "static/src/recording/cutting.test.ts::cuts to the sample"),
    tried(
        "B9", "static/src/storage/Journal.test.ts::nothing can be written", but="no quota is set in a browser"
    ),
    tried("B10", "browser/test_capture_interrupted.py::test_where_nothing_can_be_kept"),
    tried("B11", "browser/quiet/test_capture_clock.py::test_", but="a busy page; no slow disk"),
    tried("B12", "browser/test_equipment.py::test_what_makes_work_impossible", but="before a recording"),
    tried("B13", "static/src/recording/cutting.test.ts::goes on with another microphone"),
    tried(
        "B14",
        "static/src/audio/FrameClock.test.ts::after the computer has slept",
        "browser/quiet/test_capture_clock.py::test_",
    ),
    tried(
        "B15",
        "static/src/audio/FrameClock.test.ts::is not misled",
        "browser/quiet/test_capture_clock.py::test_",
    ),
    tried(
        "B16", "contract/test_openapi.py::test_the_committed_schema_is_the_servers", but="no old page is run"
    ),
    tried("B17", QUEUE + "::no more than three chunks", but="no slow line is made"),
    tried("B18", "server/test_resume.py::test_a_session_interrupted_between_chunks"),
    tried("B19", "browser/quiet/test_killed.py::test_a_killed_browser"),
    tried(
        "B20",
        "browser/test_equipment.py::test_a_frame_without_a_microphone",
        "browser/test_platforms.py::test_",
    ),
    tried(
        "S1",
        f"{WITHDRAWAL}::test_no_byte_is_left_of_who_withdraws",
        f"{WITHDRAWAL}::test_person_after_person",
    ),
    tried("S2", "archive/test_tombstones.py::test_an_old_archive_does_not_bring_back"),
    untried(
        "S3",
        "whether a bucket keeps removed objects is for deploy/firebase to set; the emulator has no such thing",
    ),
    tried("S4", f"{DISCRETION}::P30", but="one run of calls, not the whole suite's log"),
    tried("S5", "browser/test_bad_days.py::hides_the_token", f"{DISCRETION}::H19"),
    tried(
        "S6",
        "static/src/storage/IndexedDbStore.test.ts::writes down nothing",
        "browser/test_capture_interrupted.py::test_a_time_without_network",
        "browser/whole/test_whole_way.py::test_the_whole_way",
        "server/test_device_keys.py::test_",
        but="who is left signed in has the key",
    ),
    tried("S7", f"{LINKS}::test_a_person_is_known_by_number_alone"),
    tried("S8", "server/faults/test_bad_deployments.py::test_it_is_refused"),
    tried(
        "S9",
        "server/test_health.py::test_the_public_address_has_no_metrics",
        but="/openapi.json is public",
    ),
    tried("S10", "browser/conftest.py::check_request"),
    tried("S11", "contract/test_audit.py::test_", but="where no registry answers nothing is known; no SBOM"),
    tried("S12", f"{DISCRETION}::S12", but="HSTS is the proxy's; there are no cookies"),
)
