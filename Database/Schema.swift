/// The layout of the cache: a step of it for each file in `Migrations`, in order.
package enum Schema {
    /// The steps, as version and text.
    package static let migrations: [(version: Int, sql: [UInt8])] = [
        (1, PackageResources.v001_users_sql),
        (2, PackageResources.v002_checksums_sql),
        (3, PackageResources.v003_profiles_sql),
    ]

    /// What the first step writes into a file's header, to tell it from other programs' files: "SluC".
    package static let applicationID: Int32 = 0x536C_7543
}

/// The statements of the cache, each from the file of its name in `Queries`, where it is explained.
package enum Queries {
    package static let directoryAdd = PackageResources.directory_add_sql
    package static let directoryClaim = PackageResources.directory_claim_sql
    package static let directoryDamaged = PackageResources.directory_damaged_sql
    package static let directoryEndEpoch = PackageResources.directory_end_epoch_sql
    package static let directoryFewerPeople = PackageResources.directory_fewer_people_sql
    package static let directoryFind = PackageResources.directory_find_sql
    package static let directoryMorePeople = PackageResources.directory_more_people_sql
    package static let directoryOthers = PackageResources.directory_others_sql
    package static let directoryRecount = PackageResources.directory_recount_sql
    package static let markAll = PackageResources.mark_all_sql
    package static let markOne = PackageResources.mark_one_sql
    package static let personDamaged = PackageResources.person_damaged_sql
    package static let personInsert = PackageResources.person_insert_sql
    package static let personKnown = PackageResources.person_known_sql
    package static let personLast = PackageResources.person_last_sql
    package static let personOthers = PackageResources.person_others_sql
    package static let personRemove = PackageResources.person_remove_sql
    package static let personRemoveAll = PackageResources.person_remove_all_sql
    package static let personUpdate = PackageResources.person_update_sql
    package static let syncAdvance = PackageResources.sync_advance_sql
    package static let syncBegin = PackageResources.sync_begin_sql
    package static let syncCaughtUp = PackageResources.sync_caught_up_sql
    package static let syncComplete = PackageResources.sync_complete_sql
    package static let syncForgetMark = PackageResources.sync_forget_mark_sql
    package static let syncRemove = PackageResources.sync_remove_sql
    package static let syncState = PackageResources.sync_state_sql
    package static let userByID = PackageResources.user_by_id_sql
    package static let userByIDPrefix = PackageResources.user_by_id_prefix_sql
    package static let userByName = PackageResources.user_by_name_sql
    package static let userByNameScan = PackageResources.user_by_name_scan_sql
    package static let userCount = PackageResources.user_count_sql
    package static let userList = PackageResources.user_list_sql
    package static let userListSorted = PackageResources.user_list_sorted_sql
    package static let userSearch = PackageResources.user_search_sql
    package static let userSearchNear = PackageResources.user_search_near_sql
    package static let userSearchScan = PackageResources.user_search_scan_sql
    package static let visitAdd = PackageResources.visit_add_sql
    package static let visitMark = PackageResources.visit_mark_sql
    package static let visitMet = PackageResources.visit_met_sql
    package static let visitOldest = PackageResources.visit_oldest_sql
    package static let visitRemoveAll = PackageResources.visit_remove_all_sql
    package static let visitSeen = PackageResources.visit_seen_sql
    package static let visitUnseen = PackageResources.visit_unseen_sql
    package static let wordsAdd = PackageResources.words_add_sql
    package static let wordsCheck = PackageResources.words_check_sql
    package static let wordsRebuild = PackageResources.words_rebuild_sql
    package static let wordsRemove = PackageResources.words_remove_sql
    package static let wordsRemoveAll = PackageResources.words_remove_all_sql
    package static let wordsRemoveUnseen = PackageResources.words_remove_unseen_sql
}
