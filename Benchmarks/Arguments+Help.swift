extension Arguments {
    package static let help = """
        usage: Benchmarks [OPTION]…

        Measures Mercator against what one would write without it. Each title is run at each size;
        the reference is the last line of each size, and speed is its time over that of the line.

        What is run:
          --filter TITLE  run the title with this name, or all titles that contain it
          --sizes N,N,…   numbers of records (1000,10000,100000); a title leaves out what is above
                          its largest size, and says so
          --samples N     the most samples for each contender (9); slow ones get fewer, but at
                          least three, or N
          --quick         before a commit: three samples with 10000 records, without the titles
                          that take longer; later options change that
          --only NAME     run only contenders whose name contains this, such as Mercator

        What is written:
          --json          print one JSON object instead of tables
          --charts FOLDER draw the time per record over the number of records, an SVG file for
                          each title
          --help, -h      print this

        Baselines:
          --save NAME     keep the run as a baseline: a path with a slash or ending in .json, or
                          a name, for \(BaselineFile.folder)/NAME.json
          --compare NAME  after the run, print what has changed since a baseline; a verdict is
                          given where the spreads of the speeds do not overlap
          --fail-on-regression PERCENT
                          with --compare: end with status 2 if a contender has become slower,
                          and by more than this share of its speed

        Columns: spread is from the lowest to the highest sample, without one at each end if there
        are seven or more; peak is what the work adds to the memory of the process; statements are
        those that Mercator sends to SQLite, or to PostgreSQL, in one sample.

        Titles with goals are followed by a table of them. Those about PostgreSQL start a server
        of their own; MERCATOR_TEST_POSTGRES can name another one by its connection string. Those
        about the network start nginx, and run curl; the number of records is that of requests, or
        of megabytes.

        Status: 0, 1 after an error, 2 after a regression that was asked for.

        Titles, with the largest size of each:
        \(Title.all.map { "  \($0.name) (\($0.largest))" }.joined(separator: "\n"))
        """
}
