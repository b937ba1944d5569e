import SluiceFlow
import SluiceHTTP

/// A login form.
package struct LoginViewModel: ViewModel {
    @MainActor package struct Input {
        /// Send when the button is pressed; an attempt that still runs is cancelled.
        package var login: Signal<Login>
        package init(login: Signal<Login>) { self.login = login }
    }

    @MainActor package struct Output {
        /// Emits idle at the start, then for each `login` loading, and the user or the failure.
        package var user: Driver<Async<User, RequestError>>
        /// Emits whether a call is open; false at the start.
        package var isBusy: Driver<Bool>
        /// Emits each failure once.
        package var errors: Signal<TrackedError>
    }

    private let logIn: @Sendable (Login) -> Single<User, RequestError>
    private let activity: ActivityTracker
    private let errors = ErrorTracker()

    package init(
        activity: ActivityTracker = ActivityTracker(),
        logIn: @escaping @Sendable (Login) -> Single<User, RequestError>
    ) {
        self.activity = activity
        self.logIn = logIn
    }

    package func transform(_ input: Input) -> Output {
        let user = input.login.flatMapLatest { login in
            logIn(login).trackActivity(activity).trackError(errors)
        }
        return Output(user: user, isBusy: activity.isActive, errors: errors.errors)
    }
}
